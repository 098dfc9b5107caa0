import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, shows, sitDown } from "./harness/table";

const studio = useStudio();

/** Plays three marks and saves them. */
async function saved(): Promise<{ page: Page; record: string }> {
  const { page } = await openPage(studio.browser, { acceptDownloads: true });
  await sitDown(page, studio.server, { game: "tic-tac-toe" });
  for (const cell of ["a1", "b2", "c3"]) await andThen(page, () => page.click(`[data-place=${cell}]`));
  await pane(page, "records");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the record")]);
  return { page, record: await readFile(await download.path(), "utf8") };
}

function file(text: string) {
  return { name: "a.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
}

test("a saved record opens as a match of its own", async () => {
  const { page, record } = await saved();
  const before = page.url();
  await page.locator("input[type=file]").first().setInputFiles(file(record));
  await page.waitForFunction((before) => location.href.split("/node")[0] !== before.split("/node")[0], before);
  await shows(page, 3);
  expect(await page.locator(".mark").count()).toBe(3);
});

test("a record can be dropped at home", async () => {
  const { record } = await saved();
  const { page } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.waitForSelector(".drop");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "a.jsonl"));
    return transfer;
  }, record);
  await page.dispatchEvent(".drop", "drop", { dataTransfer: dropped });
  await shows(page, 3);
});

test("a record that is as it should be is verified", async () => {
  const { page } = await saved();
  await page.click("text=Verify it");
  expect(await page.locator(".pane .forecast").innerText()).toContain("all 3 frames");
});

/** Drops a file where records are verified. */
async function verify(page: Page, record: string): Promise<void> {
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "a.jsonl"));
    return transfer;
  }, record);
  await page.dispatchEvent(".drop:has-text('verify')", "drop", { dataTransfer: dropped });
}

test("a record that was edited shows frame, record, what happens and the states, side by side", async () => {
  const { page, record } = await saved();
  await verify(page, record.replace('"act":"b2"', '"act":"b1"'));
  const found = page.locator(".divergence");
  await found.waitFor();
  expect(await found.locator(".forecast").innerText()).toContain("Frame 2 (b1)");
  const [says, happens] = await found.locator("figure").all();
  expect(await says?.innerText()).not.toBe(await happens?.innerText());
  const boxes = await Promise.all([says?.boundingBox(), happens?.boundingBox()]);
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  expect(boxes[1]?.x).toBeGreaterThan(boxes[0]?.x ?? Infinity);
  expect(await found.locator(".changes tbody tr").count()).toBeGreaterThan(0);
  expect(await found.locator(".changes thead").innerText()).toMatch(/the record\s+what happens/);
  expect(await found.innerText()).toContain("the chain breaks");
});

test("a record with a move that cannot be made says what is refused", async () => {
  const { page, record } = await saved();
  await verify(page, record.replace('"act":"b2"', '"act":"a1"'));
  await page.waitForSelector(".divergence figure:has-text('refused')");
});

test("a record that was edited is opened as far as it agrees", async () => {
  const { page, record } = await saved();
  await page.locator("input[type=file]").first().setInputFiles(file(record.replace('"act":"c3"', '"act":"c2"')));
  await page.waitForSelector(".divergence:has-text('Frame 3')");
  await page.click("text=Open what agrees");
  await shows(page, 2);
  expect(await page.locator(".mark").count()).toBe(2);
});

test("a record that is cut off says so, and opens all the same", async () => {
  const { page, record } = await saved();
  await verify(page, record.slice(0, -9));
  await page.waitForSelector(".pane .notice:has-text('cut off')");
  await page.locator("input[type=file]").first().setInputFiles(file(record.slice(0, -9)));
  await page.click("text=Open it all the same");
  await shows(page, 2);
});

test("a record whose lines do not belong together is refused with the line that is wrong", async () => {
  const { page, record } = await saved();
  await verify(page, record.replace(/"chain":"\w+"(?=[^\n]*\n$)/, '"chain":"0123456789abcdef"'));
  expect(await page.locator(".pane .problem").innerText()).toMatch(/^Line \d+: /);
});

test("what is no record is refused with a sentence", async () => {
  const { page } = await saved();
  await page.locator("input[type=file]").last().setInputFiles(file("once upon a time"));
  expect(await page.locator(".pane .problem").innerText()).not.toBe("");
});
