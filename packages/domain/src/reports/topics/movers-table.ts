import type { Block } from '@clearwatch/contracts/reports/report-document';
import { type Stated, sizeOf } from '../fact-sheet.ts';
import { counted, paragraph, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { type Cell, type Column, table } from '../table.ts';
import type { Contributions } from './contributions.ts';
import { noted } from './noted.ts';
import type { Pair } from './pair.ts';
import { type Direction, type MoverKind, type StatedMover, statedMover } from './stated-movers.ts';

const NAMES = { companies: 'Company', members: 'Member', classes: 'SEC code' } as const;
const MANY = { companies: 'companies', members: 'members', classes: 'SEC codes' } as const;
const ONE = { companies: 'company', members: 'member', classes: 'SEC code' } as const;

/** The largest changes of one kind with their part of the whole; without a comparison the largest sums. Nothing for none. */
export function moversBlocks(
  { direction, kind, most }: { direction: Direction; kind: MoverKind; most: number },
  { contributions, total }: { contributions: Contributions; total: Pair },
  context: ReportContext,
): Block[] {
  const { largest, others } = contributions[direction][kind];
  const shown = largest.slice(0, most).map((mover) => statedMover(mover, { direction, kind }, context));
  if (shown.length === 0) return [];
  const isCompared = total.before !== null;
  const whole =
    total.before === null
      ? total.now
      : context.sheet.difference(`${total.label}, change`, total.now, total.before);
  const caption = isCompared
    ? `Largest changes in ${direction}, by ${ONE[kind]}`
    : `Largest ${direction}, by ${ONE[kind]}`;
  const rows = shown.map((stated) => rowOf(stated, { isCompared, kind, whole, context }));
  const left = others + largest.length - shown.length;
  const blocks = [table(caption, columnsOf(kind, isCompared), rows)];
  if (left === 0 || kind === 'classes') return blocks;
  const note = noted(
    `Further ${MANY[kind]} with ${direction}`,
    `Count beyond those listed`,
    context.asked.period,
  );
  const more = counted(context.sheet.count(note, left), `further ${ONE[kind]}`, `further ${MANY[kind]}`);
  const outweighed = isCompared && shown.some(({ mover }) => isBeyond(mover, whole));
  return [
    ...blocks,
    paragraph(
      isCompared ? prose`${more} changed by less.` : prose`${more} had less.`,
      outweighed ? prose`A part beyond the whole is made up for by changes the other way.` : null,
    ),
  ];
}

function columnsOf(kind: MoverKind, isCompared: boolean): Column[] {
  const right = (label: string): Column => ({ label, align: 'right' });
  const left = (label: string): Column => ({ label, align: 'left' });
  return [
    left(NAMES[kind]),
    ...(kind === 'members' ? [left('Account')] : []),
    right('Period'),
    ...(isCompared
      ? [right('Period before'), right('Change'), right('Part of the whole')]
      : [right('Part of all')]),
  ];
}

function rowOf(
  { name, account, amount, change }: StatedMover,
  options: { isCompared: boolean; kind: MoverKind; whole: Stated; context: ReportContext },
): Cell[] {
  const { isCompared, kind, whole, context } = options;
  const label = isCompared ? 'Part of the whole change' : 'Part of all';
  const part = context.sheet.partOf(`${label}, ${name.text}`, change ?? amount.now, whole);
  return [
    name,
    ...(kind === 'members' ? [account] : []),
    amount.now,
    ...(isCompared ? [amount.before, change] : []),
    part,
  ];
}

function isBeyond({ nowCents, beforeCents }: StatedMover['mover'], whole: Stated): boolean {
  return Math.abs(nowCents - beforeCents) > Math.abs(sizeOf(whole));
}
