import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { INCOME_BAND_FROM, INCOME_BANDS } from '../../../members/income-band.ts';
import type { Stated } from '../../fact-sheet.ts';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { noted, notedAsOf } from '../noted.ts';
import { sizeWords } from '../size-words.ts';
import type { Concentration } from './concentration.ts';

const BAND_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const SOURCE = 'Credits in the daily totals of accounts';

/** "50.0% of all credits went to 12 of 340 members who received any; the top 1% …". Empty without credits. */
export function concentrationSentences(concentration: Concentration, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const { receiving, creditCents, halfMembers, onePercent } = concentration;
  if (receiving === 0 || creditCents === 0) return [];
  const all = sheet.count(noted('Members with credits', SOURCE, asked.period), receiving);
  if (receiving === 1) return prose`A single member received all credits of the period.`;
  const half = sheet.count(
    noted('Members who together received half of all credits', SOURCE, asked.period),
    halfMembers,
  );
  const few = sheet.count(
    noted('One percent of the members with credits', SOURCE, asked.period),
    onePercent.members,
  );
  const part = sheet.share(
    noted('Part of all credits that went to the one percent with the most', SOURCE, asked.period),
    onePercent.cents / creditCents,
  );
  return sentences(
    prose`${halfPart(context)} of all credits went to ${half} of the ${counted(all, 'member')} who received any.`,
    onePercent.members > 1
      ? prose`The ${counted(few, 'member')} with the most received ${part}.`
      : prose`The member with the most received ${part}.`,
  );
}

/** The part that is asked for when it is counted on how few members money rests. */
export function halfPart({ sheet }: ReportContext): Stated {
  return sheet.share(
    { label: 'Part of the credits that is asked for', source: 'Definition of this figure' },
    0.5,
  );
}

/** Members by the monthly income of the member list. */
export function bandsTable({ bands, creditCents }: Concentration, { asked, sheet }: ReportContext): Block {
  const all = sheet.money(noted('Credits of all members', SOURCE, asked.period), creditCents);
  return table(
    'Members by monthly income, with their credits in the period',
    [
      { label: 'Income', align: 'left' },
      { label: 'From a month', align: 'right' },
      { label: 'Members', align: 'right' },
      { label: 'Credits', align: 'right' },
      { label: 'Part of all', align: 'right' },
    ],
    INCOME_BANDS.toReversed().map((band) => {
      const from = sheet.money(
        { label: `Least monthly income, ${band}`, source: 'Income bands of the member list' },
        INCOME_BAND_FROM[band],
      );
      const members = sheet.count(
        notedAsOf(`Members of ${band} income`, 'Monthly income of the member list', asked.asOf),
        bands[band].members,
      );
      const credits = sheet.money(
        noted(`Credits of members of ${band} income`, SOURCE, asked.period),
        bands[band].cents,
      );
      return [
        BAND_LABELS[band],
        INCOME_BAND_FROM[band] === 0 ? null : sizeWords(from),
        members,
        credits,
        sheet.partOf(`Part of all credits, members of ${band} income`, credits, all),
      ];
    }),
  );
}
