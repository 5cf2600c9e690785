import type { Span } from '@clearwatch/contracts/reports/report-document';
import { sizeOf } from '../../fact-sheet.ts';
import { enumerated, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { companyWord, statedTransfers, sumOf } from '../../topics/transfers/stated-transfers.ts';
import type { TransferCompany, TransferSender } from '../../topics/transfers/transfers.ts';
import { senderFacts } from './members.ts';

const MOST_NAMED = 3;
/** A company is named as a reason from this part of the whole change on, and one member from this. */
const LEAST_PART = 0.1;
const LEAST_MEMBER_PART = 0.25;

/** Which companies made transfers out change, in which direction. Empty where nothing can be compared. */
export function reasons(companies: readonly TransferCompany[], context: ReportContext): Span[] {
  const { out } = statedTransfers(companies, 'External transfers', context);
  if (out.before === null) return [];
  const whole = context.sheet.difference('External transfers out, difference', out.now, out.before);
  const cents = sizeOf(whole);
  if (cents === 0) return prose`As much left as in the period before.`;
  const partOf = ({ outCents, outBeforeCents }: TransferCompany) => (outCents - outBeforeCents) / cents;
  const wordsOf = (company: TransferCompany) => {
    const stated = statedTransfers([company], `Transfers through ${company.company}`, context).out;
    const difference =
      stated.before === null
        ? stated.now
        : context.sheet.difference(`${stated.label}, difference`, stated.now, stated.before);
    return prose`${companyWord(company, context)} (${sizeOf(difference) > 0 ? 'plus' : 'minus'} ${sizeWords(difference)}${company.outBeforeCents === 0 ? ', nothing before' : ''})`;
  };
  const pushing = companies
    .filter((company) => partOf(company) >= LEAST_PART)
    .toSorted((left, right) => partOf(right) - partOf(left));
  const pulling = companies
    .filter((company) => partOf(company) <= -LEAST_PART)
    .toSorted((left, right) => partOf(left) - partOf(right));
  const way = cents > 0 ? 'more' : 'less';
  const why =
    pushing.length === 0
      ? prose`many companies changed a little`
      : prose`mostly through ${enumerated(pushing.slice(0, MOST_NAMED).map(wordsOf))}`;
  const against =
    pulling.length === 0
      ? prose`.`
      : prose`; the other way went ${enumerated(pulling.slice(0, MOST_NAMED).map(wordsOf))}.`;
  return prose`${sizeWords(whole)} ${way} left than in the period before, ${why}${against}`;
}

/** One member behind much of the change; null when there is none. */
export function oneMember(
  companies: readonly TransferCompany[],
  [first]: readonly TransferSender[],
  context: ReportContext,
): Span[] | null {
  const whole = sumOf(companies, 'outCents') - sumOf(companies, 'outBeforeCents');
  if (first === undefined || whole === 0) return null;
  const own = first.outCents - first.outBeforeCents;
  if (own / whole < LEAST_MEMBER_PART) return null;
  const { out } = senderFacts(first, context);
  if (out.before === null) return null;
  const difference = context.sheet.difference(`${out.label}, difference`, out.now, out.before);
  return prose`A single member, ${memberWords(context.sheet, first.member)}, sent ${sizeWords(difference)} ${own > 0 ? 'more' : 'less'}.`;
}
