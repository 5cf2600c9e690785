import { MIN_CONFIDENCE } from '@clearwatch/domain/documents/check-table-rows';
import { joinWrappedLines } from '@clearwatch/domain/documents/document-table-rows';
import type { Box } from '@clearwatch/domain/documents/document-words';
import type { Cell, ExtractedTable } from '@clearwatch/domain/documents/extracted-table';
import {
  type CellReading,
  containsMoreWords,
  isConfirmedBySecondReader,
  needsSecondReader,
  normalizeReading,
  resolveCell,
} from '@clearwatch/domain/documents/recheck-ocr-cells';
import sharp from 'sharp';
import type { Ocr } from './ocr.ts';
import { type PageReading, type Picture, TOLD_DENSITY } from './page-reading.ts';

/** How high a line is made, in dots, look by look: the first is read best, the others see other dots. */
const HEIGHTS = [64, 44, 96] as const;
/** White around the cell, in dots of the page, and around its picture. */
const MARGIN = 6;
const FRAME = 12;

/** Cells that the two readings leave open are read again, alone and larger. */
export async function lookedAtCloser(
  table: ExtractedTable,
  { pages, ocr, onRow }: { pages: ReadonlyMap<number, PageReading>; ocr: Ocr; onRow: () => void },
): Promise<ExtractedTable> {
  const rows = [];
  for (const row of table.rows) {
    const cells: Cell[] = [];
    for (const [column, cell] of row.cells.entries()) {
      const page = cell.place === null ? undefined : pages.get(cell.place.page);
      const isOpen = cell.confidence < MIN_CONFIDENCE && page !== undefined;
      const label = table.header[column] ?? '';
      const settled = isOpen ? await lookedAt(cell, { page, ocr, label }) : cell;
      cells.push(page === undefined ? settled : await witnessed(settled, { page, ocr, label }));
    }
    rows.push({ ...row, cells });
    onRow();
  }
  return { ...table, rows };
}

/** Looks until the cell is settled, or until a look says something new: then more of them only guess. */
async function lookedAt(
  cell: Cell,
  { page, ocr, label }: { page: PageReading; ocr: Ocr; label: string },
): Promise<Cell> {
  const candidates = [cell.text, ...(cell.alternatives ?? [])];
  const looks: CellReading[] = [];
  for (const height of HEIGHTS) {
    const look = normalizeReading(await closeUp(cell, { page, ocr, height }), label);
    looks.push(look);
    const settled = resolveCell(cell, looks);
    if (settled !== cell) return settled;
    const isNear = candidates.some((text) => text === look.text || containsMoreWords(look.text, text));
    if (!isNear) return cell;
  }
  return cell;
}

/** What one program says at every size is not believed of signs that look alike, unless another says the same. */
async function witnessed(
  cell: Cell,
  { page, ocr, label }: { page: PageReading; ocr: Ocr; label: string },
): Promise<Cell> {
  if (cell.place === null || cell.confidence < MIN_CONFIDENCE || !needsSecondReader(cell.text, label))
    return cell;
  const said: string[] = [];
  for (const height of HEIGHTS) {
    const lines: string[] = [];
    for (const line of cell.place.lines ?? [cell.place.box])
      lines.push(await ocr.witness(await cutOut(page.picture, line, height)));
    const text = joinWrappedLines(lines.join(' '));
    if (isConfirmedBySecondReader(cell.text, text, label)) return cell;
    said.push(text);
  }
  const [other = ''] = said;
  return { ...cell, confidence: 0, ...(other !== '' && other !== cell.text && { alternatives: [other] }) };
}

/** A wrapped cell is read line by line. */
async function closeUp(
  { place }: Cell,
  { page, ocr, height }: { page: PageReading; ocr: Ocr; height: number },
): Promise<CellReading> {
  if (place === null) return { text: '', confidence: 0 };
  const looks: CellReading[] = [];
  for (const line of place.lines ?? [place.box])
    looks.push(await ocr.line(await cutOut(page.picture, line, height), page.spacing));
  return {
    text: joinWrappedLines(looks.map(({ text }) => text).join(' ')),
    confidence: Math.min(...looks.map(({ confidence }) => confidence)),
  };
}

async function cutOut({ png }: Picture, box: Box, height: number): Promise<Buffer> {
  const size = await sharp(png).metadata();
  const left = Math.max(0, Math.floor(box.x - MARGIN));
  const top = Math.max(0, Math.floor(box.y - MARGIN));
  return sharp(png)
    .extract({
      left,
      top,
      width: Math.min(size.width - left, Math.ceil(box.width + 2 * MARGIN)),
      height: Math.min(size.height - top, Math.ceil(box.height + 2 * MARGIN)),
    })
    .resize({ height })
    .extend({ top: FRAME, bottom: FRAME, left: FRAME, right: FRAME, background: '#fff' })
    .withMetadata({ density: TOLD_DENSITY })
    .png()
    .toBuffer();
}
