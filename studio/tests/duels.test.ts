import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Answer, Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, placeOrGoOn, sitDown } from "./harness/table";

const studio = useStudio();
const CARDS = resolve(import.meta.dirname, "../../crates/rulebook-games/src/duels/cards.json");
/** After so many steps there are fighters, spells, wounds and orders on the table. */
const STEPS = 60;

/** A duel between bots, so far. */
async function fought(): Promise<Match> {
  const match = await studio.server.post<Match>("/api/matches", { game: "duels", seed: "3", seats: ["random", "random"] });
  for (let steps = 0; steps < STEPS; steps += 1) {
    const { head } = await studio.server.get<Match>(`/api/matches/${match.id}`);
    await studio.server.post<Answer>(`/api/matches/${match.id}/bot`, { id: crypto.randomUUID(), at: head });
  }
  return match;
}

async function namesOfCards(): Promise<string[]> {
  const { cards } = JSON.parse(await readFile(CARDS, "utf8")) as { cards: { name: string }[] };
  return cards.map(({ name }) => name);
}

/** The names that do not fit on some card: broken inside a word, or cut. */
async function unfit(page: Page, names: string[]): Promise<string[]> {
  return page.locator(".card-name").evaluateAll((all, names) => {
    const isBroken = (text: Text) =>
      [...text.data.matchAll(/\S+/g)].some((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
      });
    const bad = new Set<string>();
    for (const element of all) {
      const card = element.closest(".card");
      for (const name of names) {
        const text = document.createTextNode(name);
        element.replaceChildren(text);
        const isCut = !!card && (card.scrollWidth > card.clientWidth || card.scrollHeight > card.clientHeight);
        if (isBroken(text) || isCut || element.scrollWidth > element.clientWidth) bad.add(name);
      }
    }
    return [...bad];
  }, names);
}

test("every name fits on every card, and nothing that a card says is cut", async () => {
  const match = await fought();
  const names = await namesOfCards();
  expect(names.length).toBeGreaterThan(40);
  for (const width of [1400, 1000, 360]) {
    const { page } = await openPage(studio.browser, { viewport: { width, height: 900 } });
    await page.goto(`${studio.server.url}/#/match/${match.id}`);
    await page.waitForSelector(".hand .card");
    const cut = await page.locator(".card-says, .statuses, .order").evaluateAll((all) =>
      all.filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0).map((one) => one.textContent),
    );
    expect(cut, `${width}`).toEqual([]);
    expect(await page.locator(".card-name").count(), `${width}`).toBeGreaterThan(6);
    expect(await unfit(page, names), `${width}`).toEqual([]);
  }
});

test("a click tells all that a card says", async () => {
  const match = await fought();
  const { page } = await openPage(studio.browser, { viewport: { width: 360, height: 720 } });
  await page.goto(`${studio.server.url}/#/match/${match.id}`);
  await page.click(".card.champion >> nth=0");
  const name = await page.locator(".card.chosen .card-name").innerText();
  const said = await page.locator(".chosen-card").innerText();
  expect(said).toContain(name);
  expect(said).toMatch(/rests for|have \+/);
});

test("reactions name whose ability it was, and no number of a source", async () => {
  const match = await fought();
  const { page } = await openPage(studio.browser);
  let seen = "";
  for (let node = 1; node <= STEPS; node += 1) {
    const { account, by } = await studio.server.get<{ account: unknown; by: string }>(`/api/matches/${match.id}/nodes/${node}/happening`);
    const told = JSON.stringify(account);
    expect(told, `node ${node} by ${by}`).not.toMatch(/source \d/);
    if (/of seat [01]/.test(told) && /trigger/.test(told)) seen = String(node);
  }
  expect(seen).not.toBe("");
  await page.goto(`${studio.server.url}/#/match/${match.id}/node/${seen}?pane=reactions`);
  await page.waitForSelector(".fates:has-text('of seat')");
  await pane(page, "reactions");
  expect(await page.locator(".pane.reactions").innerText()).not.toMatch(/source \d/);
});

/** Places cards from the hand and goes on, until a fighter on the table can attack a lane. */
async function readyToAttack(page: Page): Promise<void> {
  const attackers = page.locator(".cards-row .card.movable");
  for (let steps = 0; steps < 40; steps += 1) {
    for (let at = 0; at < (await attackers.count()); at += 1) {
      await attackers.nth(at).click();
      if ((await page.locator(".lane.target").count()) > 0) return;
      await attackers.nth(at).click();
    }
    await andThen(page, () => placeOrGoOn(page));
  }
  throw new Error("Nobody can attack.");
}

test("a spell from the hand is placed behind, and no place in front is offered for it", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels", seed: "21" });
  const spell = page.locator(".hand .card.movable:has(.of-spell)").first();
  for (let steps = 0; (await spell.count()) === 0; steps += 1) {
    expect(steps).toBeLessThan(40);
    await andThen(page, () => placeOrGoOn(page));
  }
  const name = await spell.locator(".card-name").innerText();
  await spell.click();
  const offered = page.locator(".cards-row .card.target");
  const places = await offered.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(place).toMatch(/back \d/);
  await andThen(page, () => offered.first().click());
  await page.waitForSelector(`.cards-row .card[aria-label*="${name}"][aria-label*="back"]`);
});

test("a lane is attacked by two clicks, the order is seen, taken back, given again and fought out", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels", seed: "5" });
  await readyToAttack(page);
  const attacker = await page.locator(".card.chosen .card-name").innerText();
  await andThen(page, () => page.locator(".lane.target").first().click());
  await page.waitForSelector(".queue:has-text('attacks')");
  const ordered = page.locator(".card:has(.order)").first();
  expect(await ordered.locator(".order").innerText()).toContain("attacks");
  expect(await page.locator(".row.here").innerText()).toContain(`${attacker} attacks column`);
  // A second click on it offers to take the order back.
  await ordered.click();
  await andThen(page, () => page.click(".chosen-card button:has-text('take back')"));
  await page.waitForFunction(() => !document.querySelector(".order"));
  await readyToAttack(page);
  await andThen(page, () => page.locator(".lane.target").first().click());
  await andThen(page, () => page.click(".beside button:text-is('done')"));
  await andThen(page, () => page.click(".beside button:text-is('fight')"));
  await page.click("#tab-reactions");
  await page.waitForSelector(".pane.reactions:has-text('attacks')");
  expect(traffic.problems).toEqual([]);
});

test("a lane that cannot be attacked says why", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels", seed: "5" });
  await readyToAttack(page);
  await page.locator(".side.far .lane:not(.target), .side.near .lane:not(.target)").first().click();
  await page.waitForSelector(".refusal li");
  expect(await page.locator(".refusal").innerText()).toContain("Check:");
});
