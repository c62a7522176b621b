import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8080", headers: { Authorization: "Bearer token" } });
const instance = "aB3dE5fG7h";

export async function list(): Promise<string[]> {
  const { data, error } = await client.GET("/api/v1/instances/{instance}/types", { params: { path: { instance }, query: { per_page: 100, q: "cat:weapons" } } });
  if (error) {
    throw new Error(error.message);
  }
  const next: string | null = data.links.next;
  return data.data.map((type) => `${type.name} ${type.nominal ?? 0} ${next}`);
}

export async function get(type: string): Promise<number | null> {
  const { data } = await client.GET("/api/v1/instances/{instance}/types/{type}", { params: { path: { instance, type } } });
  return data ? data.data.nominal : null;
}

export async function create(): Promise<string> {
  const { data, error } = await client.POST("/api/v1/instances/{instance}/events", {
    params: { path: { instance } },
    body: { name: "StaticHeliCrash", nominal: 3, min: 1, max: 5, lifetime: 2100, children: [{ type: "Wreck_UH1Y", max: 3 }] },
  });
  if (error) {
    throw new Error(Object.values(error.errors ?? {}).flat().join(" ") || error.message);
  }
  return data.data.sid;
}

export async function update(event: string): Promise<boolean> {
  const path = { instance, event };
  const { data } = await client.PUT("/api/v1/instances/{instance}/events/{event}", {
    params: { path, header: { "If-Match": '"tag"' } },
    body: { name: "StaticHeliCrash", nominal: 3, min: 1, max: 5, lifetime: 2100 },
  });
  const patched = await client.PATCH("/api/v1/instances/{instance}/events/{event}", { params: { path }, body: { active: false } });
  const deleted = await client.DELETE("/api/v1/instances/{instance}/events/{event}", { params: { path } });
  return data?.data.active === patched.data?.data.active && deleted.data?.result === true;
}

export async function bulk(): Promise<number> {
  const { data } = await client.POST("/api/v1/instances/{instance}/types/bulk", {
    params: { path: { instance } },
    body: { q: "cat:weapons nominal>10", operations: [{ op: "multiply", field: "nominal", value: 0.5 }], dry_run: true },
  });
  if (!data || !("changed" in data.data)) {
    return 0; // it has become a job
  }
  return data.data.changed + data.data.rows.length;
}

export async function csv(): Promise<number> {
  const path = { instance, resource: "types" as const };
  const { data } = await client.GET("/api/v1/instances/{instance}/{resource}.csv", { params: { path }, parseAs: "text" });
  const file: string = data ?? "";
  const sent = await client.POST("/api/v1/instances/{instance}/{resource}.csv", { params: { path }, body: file, bodySerializer: (text) => text });
  return sent.data?.data.updated ?? 0;
}

export async function earlier(): Promise<number> {
  const { data } = await client.POST("/api/instance", { body: { name: "Mine", map_id: 1 } });
  const page = await client.GET("/api/instance");
  return data ? data.id : (page.data?.total ?? 0);
}

export const document: components["schemas"]["ExpansionMarketTraderInput"]["document"] = { Items: { AKM: 1 } };
