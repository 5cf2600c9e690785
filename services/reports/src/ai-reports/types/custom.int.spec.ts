import { readFileSync } from 'node:fs';
import type { Span } from '@clearwatch/contracts/reports/report-document';
import { illFormed, ungrounded } from '@clearwatch/domain/reports/testing/written';
import { previousPeriod } from '@clearwatch/domain/metrics/period';
import { AS_OF, type AskedLedger, FIRST_DAY, startAskedLedger } from '../testing/asked-ledger.ts';
import { STAFF_QUESTIONS } from '../testing/staff-questions.ts';
import { REPORT_KINDS } from './index.ts';

let asked: AskedLedger;
beforeAll(async () => {
  asked = await startAskedLedger();
});
afterAll(() => asked.stop());

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');
test('print', async () => {
  const more = readFileSync('/tmp/more.txt', 'utf8').trim().split('\n');
  const extra = readFileSync('/work/judge/questions/seen.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line).question as string);
  let out = '';
  for (const question of [...STAFF_QUESTIONS.map(({ question }) => question), ...extra, ...more]) {
    const period = { firstDay: '2026-10-20', lastDay: AS_OF };
    try {
      const written = await REPORT_KINDS.custom.write(asked.ledger, { period, previous: previousPeriod(period), asOf: AS_OF, firstDay: FIRST_DAY, prompt: question });
      out += `\nQ: ${question}\nA: ${textOf(written.document.headline)}\n`;
      for (const section of written.document.sections)
        for (const block of section.blocks)
          if (block.kind === 'paragraph' && textOf(block.spans).startsWith('Read as')) out += `   [${section.title}] ${textOf(block.spans)}\n`;
          else if (block.kind === 'table') out += `   table ${block.columns.map((c) => c.label).join('|')}: ${block.rows.slice(0, 3).map((r) => r.map((c) => c.text).join('|')).join(' ; ')}\n`;
      const bad = [...ungrounded(written), ...illFormed(written)];
      if (bad.length > 0) out += `   BAD ${bad.join('\n   BAD ')}\n`;
    } catch (error) {
      out += `\nQ: ${question}\nERROR ${(error as Error).stack?.split('\n').slice(0, 4).join('\n')}\n`;
    }
  }
  (await import('node:fs')).writeFileSync('/tmp/questions-out.txt', out);
});
