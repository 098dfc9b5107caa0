/** Light or dark: as the machine says, unless a person says otherwise. */

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const KEY = "rulebook-theme";
const THEMES: Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(THEMES.find((known) => known === localStorage.getItem(KEY)) ?? "system");

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}

effect(() => {
  localStorage.setItem(KEY, theme.value);
  document.documentElement.dataset["theme"] = theme.value;
});
