// What a keyboard and a screen reader need and the theme does not give.

addEventListener("DOMContentLoaded", () => {
  const name = (toggle) => toggle.closest("li").querySelector("a").textContent.trim();
  for (const toggle of document.querySelectorAll("nav summary")) toggle.ariaLabel = `Pages below ${name(toggle)}`;
  for (const formula of document.querySelectorAll("math[display=block]"))
    if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
});
