import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Cells of 20 × 20 pixels in a 1440 × 900 window: wider than a letter, smaller than a button. */
const CELLS = { width: 72, height: 45 };
/** Out of 255. Text in another font changes a cell's brightness by less. */
const DIFFERENT_BRIGHTNESS = 24;
/** Share of the cells. A dashboard card covers 4 % of the window. */
export const MAX_DIFFERENT_SHARE = 0.03;

/**
 * Share of cells that differ in brightness or color between two PNG images, from 0 to 1. It is 1 for images with
 * different proportions.
 */
export async function imageDifference(approved: Buffer, screenshot: Buffer): Promise<number> {
  const [before, after] = await Promise.all([sharp(approved).metadata(), sharp(screenshot).metadata()]);
  if (before.width * after.height !== after.width * before.height) return 1;
  const [one, other] = await Promise.all([cellsOf(approved), cellsOf(screenshot)]);
  const channels = one.length / (CELLS.width * CELLS.height);
  let different = 0;
  for (let cell = 0; cell < one.length; cell += channels) {
    const distances = Array.from({ length: channels }, (_, channel) =>
      Math.abs((one[cell + channel] ?? 0) - (other[cell + channel] ?? 0)),
    );
    if (Math.max(...distances) > DIFFERENT_BRIGHTNESS) different += 1;
  }
  return different / (CELLS.width * CELLS.height);
}

/** Brightness and color of each cell, averaged over its pixels. */
function cellsOf(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .toColorspace('srgb')
    .resize({ ...CELLS, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

/** Set the variable to approve the current screenshots after looking at them. */
const UPDATE_SCREENSHOTS = process.env['APPROVE_PICTURES'] !== undefined;
const APPROVED_FOLDER = fileURLToPath(new URL('../journey/approved', import.meta.url));

/**
 * Roughly compares the window with the approved screenshot. Different fonts pass; a part that is missing, moved or a
 * different color does not.
 * @returns the share of the area that differs: 0 within the limit, 1 if there is no approved screenshot of that name.
 * If they differ, the screenshot is saved next to the approved one as `<name>.actual.png`.
 */
export async function differenceFromApproved(page: Page, name: string): Promise<number> {
  // The element under the pointer looks different.
  await page.mouse.move(0, 0);
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const approved = join(APPROVED_FOLDER, `${name}.png`);
  if (UPDATE_SCREENSHOTS) {
    mkdirSync(APPROVED_FOLDER, { recursive: true });
    writeFileSync(approved, screenshot);
    return 0;
  }
  const difference = existsSync(approved) ? await imageDifference(readFileSync(approved), screenshot) : 1;
  if (difference <= MAX_DIFFERENT_SHARE) return 0;
  writeFileSync(join(APPROVED_FOLDER, `${name}.actual.png`), screenshot);
  return difference;
}

/** Folder for screenshots of each step. Set the variable to save them. */
const SCREENSHOT_FOLDER = process.env['JOURNEY_PICTURES'];

/** Saves a screenshot of the whole page if `JOURNEY_PICTURES` is set; otherwise does nothing. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOT_FOLDER === undefined) return;
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOT_FOLDER, `${name}.png`), fullPage: true });
}
