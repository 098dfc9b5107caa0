import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Match, NodeList } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, isOver, move, placeOrGoOn, sitDown } from "./harness/table";

const studio = useStudio();

test("tic-tac-toe is begun at home and won on the board", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.click('input[value="tic-tac-toe"]');
  await page.click("button[type=submit]");
  await page.waitForSelector(".scene");
  for (const cell of ["a1", "a2", "b1", "b2", "c1"]) await andThen(page, () => page.click(`[data-place=${cell}]`));
  expect(await isOver(page)).toBe(true);
  expect(await page.locator(".cell.won").count()).toBe(3);
  expect(traffic.problems).toEqual([]);
  // After the end no rule is asked: whoever says no is named all the same.
  await page.click("[data-place=c3]");
  await page.waitForSelector(".refusal:has-text('Said by the engine.')");
});

test("a double click is one move", async () => {
  const { page } = await openPage(studio.browser);
  for (const [game, place] of [["tic-tac-toe", "b2"], ["connect-four", "d6"]] as const) {
    const match = await sitDown(page, studio.server, { game });
    await andThen(page, () => page.dblclick(`[data-place=${place}]`));
    // Two clicks before the first is answered, as a slow server would see them.
    await andThen(page, () =>
      page.locator("[data-place=a1]").evaluate((cell: HTMLElement) => {
        cell.click();
        cell.click();
      }),
    );
    await andThen(page, () => page.click("[data-place=c1]"));
    const { nodes } = await studio.server.get<Match>(`/api/matches/${match.id}`);
    expect(nodes, game).toBe(4);
    expect(await page.locator(".refusal").count(), game).toBe(0);
  }
});

test("a spectator cannot act and is told so, and a seat acts for itself", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "chess" }, "?viewer=spectator");
  await page.click("[data-square=e2]");
  await page.click("[data-square=e4]");
  expect(await page.locator(".refusal").innerText()).toContain("A spectator only looks");
  expect(await page.locator("[name=action]").count()).toBe(0);
  await page.selectOption("[name=viewer]", "seat1");
  await page.waitForSelector(".scene[data-viewer=seat1]");
  await page.click(".moves summary");
  await page.fill("[name=action]", "resign");
  await andThen(page, () => page.press("[name=action]", "Enter"));
  const { nodes } = await studio.server.get<NodeList>(`/api/matches/${match.id}/nodes?from=0&count=9&viewer=everything`);
  expect(nodes.map(({ by }) => by)).toEqual([null, "seat1"]);
});

test("whoever types for everybody acts for the seat in turn", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "chess" });
  await move(page, "e2", "e4");
  await page.click(".moves summary");
  await page.fill("[name=action]", "resign");
  await andThen(page, () => page.press("[name=action]", "Enter"));
  const { nodes } = await studio.server.get<NodeList>(`/api/matches/${match.id}/nodes?from=0&count=9&viewer=everything`);
  expect(nodes.map(({ by }) => by)).toEqual([null, "seat0", "seat1"]);
});

test("a bot is offered to move only when it is its turn", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess", seats: ["human", "random"] });
  expect(await page.locator(".status button", { hasText: "Let" }).count()).toBe(0);
});

test("connect four is won upright", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "connect-four" });
  for (const column of ["a", "b", "a", "b", "a", "b", "a"]) {
    await andThen(page, () => page.click(`[data-place=${column}6]`));
  }
  expect(await isOver(page)).toBe(true);
  expect(await page.locator(".cell.won").count()).toBe(4);
  expect(traffic.problems).toEqual([]);
});

test("chess is mated in four moves, with the legal ones offered", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" });
  await page.click("[data-square=f2]");
  const targets = await page.locator(".square.target").evaluateAll((all) => all.map((one) => one.getAttribute("data-square")));
  expect(targets.sort()).toEqual(["f3", "f4"]);
  await andThen(page, () => page.click("[data-square=f3]"));
  await move(page, "e7", "e5");
  await move(page, "g2", "g4");
  await move(page, "d8", "h4");
  expect(await isOver(page)).toBe(true);
  expect(await page.locator(".square.check").getAttribute("data-square")).toBe("e1");
  expect(traffic.problems).toEqual([]);
});

test("a pawn that arrives asks what it shall become", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess", position: "7k/P7/8/8/8/8/8/K7 w - - 0 1" });
  await page.click("[data-square=a7]");
  await page.click("[data-square=a8]");
  await andThen(page, () => page.click(".choice button:has-text('knight')"));
  expect(await page.getAttribute("[data-square=a8]", "aria-label")).toContain("white knight");
});

test("backgammon is borne off to the end", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "backgammon", position: "BwAAcAAAAAAAAA" });
  for (let turns = 0; turns < 60 && !(await isOver(page)); turns += 1) await andThen(page, () => nextStep(page));
  expect(await isOver(page)).toBe(true);
  expect(await page.locator(".off span").allInnerTexts()).toContain("15 off");
  expect(traffic.problems).toEqual([]);
});

/** Rolls, moves a checker that can move, or is done. */
async function nextStep(page: Page): Promise<void> {
  const movable = page.locator(".backgammon .movable").first();
  const button = (words: string) => page.locator(".beside button", { hasText: new RegExp(`^${words}$`) });
  if ((await button("roll").count()) > 0) return button("roll").click();
  if ((await movable.count()) === 0) return button("done").click();
  await movable.click();
  await page.locator(".backgammon .target").first().click();
}

test("in a duel champions are placed, orders chosen and fought out, and it ends", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels" });
  for (let steps = 0; steps < 24 && !(await isOver(page)); steps += 1) {
    await andThen(page, () => placeOrGoOn(page));
  }
  expect(await page.locator(".cards-row .card:not(.empty)").count()).toBeGreaterThan(2);
  if (!(await isOver(page))) await andThen(page, () => page.locator(".beside button", { hasText: "resign" }).first().click());
  expect(await isOver(page)).toBe(true);
  expect(traffic.problems).toEqual([]);
});

test("whoever begins alone against bots in a game with secrets looks from the own seat", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.click('input[value="duels"]');
  await page.selectOption("[name=seat0]", "random");
  await page.click("button[type=submit]");
  await page.waitForSelector(".scene[data-viewer=seat1]");
  expect(await page.locator(".card.back").count()).toBeGreaterThan(0);
  await page.waitForSelector(".pane.reactions");
  expect(await traffic.all()).not.toContain("viewer=everything");
});

test("a bot answers by itself, and the page follows", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "tic-tac-toe", seats: ["human", "random"] });
  await page.click("[data-place=b2]");
  await page.waitForSelector('.scene[data-node="2"]');
  expect(await page.locator(".mark").count()).toBe(2);
});

test("a bot that thinks ahead can be chosen, and while it thinks the page says so", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.click('input[value="connect-four"]');
  await page.selectOption("[name=seat1]", { label: "Thinks ahead" });
  await page.click("button[type=submit]");
  await page.waitForSelector(".scene");
  // What is said for a moment only is written down.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = () => said.push(document.querySelector(".status")?.textContent ?? "");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.click("[data-place=d6]");
  await page.waitForSelector('.scene[data-node="2"]', { timeout: 90_000 });
  expect(await page.locator(".mark").count()).toBe(2);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.some((words) => words.includes("Yellow thinks"))).toBe(true);
  expect(await page.locator(".status").innerText()).not.toContain("thinks");
  expect(traffic.problems).toEqual([]);
});

test("two bots play on when they are asked to", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "tic-tac-toe", seats: ["random", "random"] });
  const asked = page.waitForRequest(/\/bot\?/);
  await andThen(page, () => page.click("text=Let Crosses move"));
  expect((await asked).postDataJSON()).toMatchObject({ at: 0, by: "seat0" });
  await andThen(page, () => page.click("text=Let Noughts move"));
  expect(await page.locator(".mark").count()).toBe(2);
});
