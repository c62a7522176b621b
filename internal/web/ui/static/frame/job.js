// @ts-check

import { dataOf } from "../base/dom.js";

// How long to wait before the page is asked for anew where there are no events, in milliseconds.
const patience = 3000;

/**
 * Shows how far an import is that takes a while. When it has ended, the page is loaded anew and shows the report.
 * @param {ParentNode} root
 */
export function followJobs(root) {
  for (const job of root.querySelectorAll("[data-job-events]")) {
    follow(job);
  }
}

/** @param {HTMLElement} job */
function follow(job) {
  const events = new EventSource(dataOf(job, "jobEvents"));
  events.addEventListener("progress", (event) => tell(job, JSON.parse(event.data)));
  events.addEventListener("end", () => {
    events.close();
    location.reload();
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) {
      setTimeout(() => location.reload(), patience);
    }
  });
}

/**
 * @param {HTMLElement} job
 * @param {{ state: string, done: number, total: number, what: string }} progress
 */
function tell(job, { state, done, total, what }) {
  const status = job.querySelector("[data-job-status]");
  const progress = job.querySelector("[data-job-progress]");
  job.querySelector("[data-job-what]").textContent = what;
  if (!status) {
    return; // a change of records, which counts no files
  }
  if (total === 0) {
    progress.removeAttribute("value");
    status.textContent =
      state === "queued"
        ? (job.dataset.jobWaiting ?? "Waiting for other imports to finish")
        : (job.dataset.jobBegun ?? "Reading the files");
    return;
  }
  progress.max = total;
  progress.value = done;
  status.textContent = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${total === 1 ? "file" : "files"}`;
}
