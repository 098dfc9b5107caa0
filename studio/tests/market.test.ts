import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Answer, Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, shows, sitDown } from "./harness/table";

const studio = useStudio();
/** The second night: whoever has no lantern may owe, and only seat 1 has used the charm. */
const NIGHT = "night 2 torch 1 river 0 show gold jade; 6 charm; 12 crimson jade; 9 charm";
const GAME = { game: "night-market" };

const table = (page: Page, seat: string) => page.locator(`.bidder[data-seat=${seat}]`);

/** Bids for whoever is shown to bid. */
async function bid(page: Page, coins: number): Promise<number> {
  return andThen(page, () => page.click(`[data-bid="${coins}"]`));
}

/** Somebody else acts from elsewhere. */
async function elsewhere(match: Match, at: number, by: string, action: string): Promise<Answer["status"]> {
  const request = { id: crypto.randomUUID(), at, by, action };
  return (await studio.server.post<Answer>(`/api/matches/${match.id}/actions`, request)).status;
}

test("all nights are played on the board, and the market closes", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, GAME);
  for (let night = 1; night <= 5; night += 1) {
    await page.waitForSelector(`.night:has-text("Night ${night} of 5")`);
    await page.locator(".hanging").nth(1).waitFor();
    for (const coins of [2, 1]) await bid(page, coins);
    await page.click("[data-bid='0']");
    // Of two lanterns of one colour nobody needs to choose.
    const choice = page.locator(".hanging.target").first();
    await page.waitForSelector(`.hanging.target, .night:has-text("Night ${night + 1}"), .status:has-text("over")`);
    if ((await choice.count()) > 0) await choice.click();
  }
  await page.waitForSelector(".status:has-text('over')");
  expect(await page.locator(".night").innerText()).toContain("closed");
  expect(await page.locator(".owned .lantern").count()).toBe(10);
  expect(await page.locator("[data-bid], .bell").count()).toBe(0);
  expect(traffic.problems).toEqual([]);
});

test("the board shows what everybody has, and what a purse and credit pay for", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { ...GAME, position: NIGHT });
  expect(await page.locator(".hanging").allInnerTexts()).toEqual(["gold", "jade"]);
  expect(await table(page, "seat1").locator(".purse").textContent()).toContain("12 coins");
  expect(await table(page, "seat1").locator(".owned .lantern").count()).toBe(2);
  expect(await page.locator(".bidder:has(.torch)").getAttribute("data-seat")).toBe("seat1");
  // Six coins and three on credit.
  expect(await page.locator(".offers .own").count()).toBe(7);
  expect(await page.locator(".offers .credit").allInnerTexts()).toEqual(["7", "8", "9"]);
  await table(page, "seat1").locator("button").click();
  await page.waitForSelector(".bids:has-text('Seat 1 bids')");
  expect(await page.locator(".offers .credit").count()).toBe(0);
  expect(await page.locator("[name=charm]").count()).toBe(0);
});

test("a bid that is not offered is refused in place, with the check and its reason", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { ...GAME, position: NIGHT });
  await page.click("[data-bid='15']");
  await page.waitForSelector(".refusal:has-text('You cannot bid 15 coins: you have 6.')");
  expect(await page.locator(".refusal").innerText()).toContain("you have the coins");
  await page.check("[name=charm]");
  await page.click("[data-bid='0']");
  await page.waitForSelector(".refusal:has-text('A charm does not go with a pass.')");
});

test("anybody can be let bid first, with the charm, and the clock rings the bell", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { ...GAME, position: NIGHT });
  await table(page, "seat2").locator("button").click();
  await page.check("[name=charm]");
  await bid(page, 4);
  expect(await table(page, "seat2").innerText()).toContain("4 with charm, sealed");
  expect(await page.locator(".row.here").innerText()).toContain("bid 4 with charm");
  await page.click(".bell");
  await andThen(page, () => page.click(".hanging.gold.target"));
  await table(page, "seat2").locator(".lantern.gold").waitFor();
  await page.waitForSelector(".told:has-text('seat 2 opens a bid of 4 with charm')");
});

test("what another has sealed is neither in the page nor on the wire, until it is opened", async () => {
  const { page, traffic } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { ...GAME, position: NIGHT }, "?viewer=seat0");
  expect(await elsewhere(match, 0, "seat1", "bid 11")).toBe("accepted");
  await shows(page, 1);
  await page.waitForSelector(".bidder[data-seat=seat1]:has-text('sealed, face down')");
  for (const name of ["decision", "reactions", "why", "state", "records"]) await pane(page, name);
  await page.click("#row-n1 .twist");
  await page.waitForSelector(".row.note");
  await page.reload();
  await page.waitForSelector(".bidder[data-seat=seat1]:has-text('sealed, face down')");

  const secret = /bid 11|bid of 11|"coins":11|11, sealed|"charmed"/;
  expect(await traffic.all()).not.toMatch(secret);
  expect(await page.content()).not.toMatch(secret);
  expect(await page.locator(".row.here").innerText()).toContain("something hidden");
  // One's own bid is seen, and those of the others once all are opened.
  await bid(page, 3);
  expect(await table(page, "seat0").innerText()).toContain("3, sealed");
  expect(await elsewhere(match, 2, "seat2", "bid 0")).toBe("pending");
  await page.waitForSelector(".choice:has-text('Seat 1 must choose first.')");
  expect(await traffic.all()).not.toMatch(/bid 11|bid of 11|"coins":11/);
});

test("a bot that is let move keeps its bid to itself", async () => {
  const { page, traffic } = await openPage(studio.browser);
  const seats = ["random", "random", "random"] as const;
  await sitDown(page, studio.server, { ...GAME, position: NIGHT, seats: [...seats] }, "?viewer=seat2");
  await andThen(page, () => page.click("button:text-is('Let Seat 0 move')"));
  await page.waitForSelector(".bidder[data-seat=seat0]:has-text('sealed, face down')");
  await traffic.all();
  const answers = traffic.bodies.filter((body) => body.split("\n")[0]?.includes("/bot"));
  expect(answers).toHaveLength(1);
  expect(answers.concat(traffic.frames).join()).not.toMatch(/"bid \d|bid of \d/);
  expect(await page.content()).not.toMatch(/bid of \d|\d, sealed/);
});

test("a spectator sees that bids are sealed, and can do nothing", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { ...GAME, position: NIGHT }, "?viewer=spectator");
  expect(await elsewhere(match, 0, "seat0", "bid 5")).toBe("accepted");
  await page.waitForSelector(".bidder[data-seat=seat0]:has-text('sealed, face down')");
  expect(await page.locator("[data-bid], .bell, .bidder button").count()).toBe(0);
});

test("a night is played with the keyboard alone", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { ...GAME, position: NIGHT });
  await page.focus("[data-bid='0']");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-bid"))).toBe("2");
  await andThen(page, () => page.keyboard.press("Enter"));
  await page.waitForSelector(".bidder[data-seat=seat0]:has-text('2, sealed')");
  // The keyboard stays on the coins for the next bidder, goes to the lanterns, and back.
  await page.keyboard.press("ArrowRight");
  await andThen(page, () => page.keyboard.press("Enter"));
  await page.waitForSelector(".bidder[data-seat=seat1]:has-text('3, sealed')");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".hanging.target"));
  await andThen(page, () => page.keyboard.press("Enter"));
  await page.waitForSelector(".night:has-text('Night 3')");
  await page.waitForFunction(() => document.activeElement?.matches("[data-bid]"));
});

test.for(["light", "dark"] as const)("on a phone everything of the market is there, %s", async (colorScheme) => {
  const { page } = await openPage(studio.browser, { viewport: { width: 360, height: 720 }, colorScheme });
  await sitDown(page, studio.server, { ...GAME, position: NIGHT });
  const outside = await page.locator(".market *").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > 360).length);
  expect(outside).toBe(0);
  for (const coins of [0, 20]) expect((await page.locator(`[data-bid="${coins}"]`).boundingBox())?.width).toBeGreaterThan(36);
  await bid(page, 1);
});
