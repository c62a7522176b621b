// @ts-check

// A classic script in the head, so that the chosen theme is there before the first paint.
{
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
}
