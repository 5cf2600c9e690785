import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Cents } from '../../../money/cents.ts';
import { prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { isComparable } from '../../topics/against-before.ts';
import type { NotedAlert } from '../../topics/alerts.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import { companyWord, netOut } from '../../topics/transfers/stated-transfers.ts';
import type { TransferSender, Transfers } from '../../topics/transfers/transfers.ts';
import { senderFacts } from './members.ts';

/** A sender is worth a look from so much more than before, and from such an amount, on. */
const RAISED = 2;
const LEAST_RAISED: Cents = 200_000;
/** What leaves to one bank on balance is worth asking why from here on. */
const LEAST_NET: Cents = 100_000;

export function transferActions(
  { transfers, alerts }: { transfers: Transfers; alerts: readonly NotedAlert[] },
  context: ReportContext,
): (Span[] | null)[] {
  const open = alerts.find(({ reviewed }) => !reviewed);
  return [
    open === undefined
      ? null
      : prose`Fraud analysts: review ${alertWords(open, context)}; transfers are among its entries.`,
    raisedSender(transfers, context),
    firstExchange(transfers, context),
    sanctions(transfers, context),
    leavingDeposits(transfers, context),
  ];
}

function raisedSender({ senders }: Transfers, context: ReportContext): Span[] | null {
  const isRaised = ({ outCents, outBeforeCents }: TransferSender) =>
    outCents >= LEAST_RAISED && outCents >= RAISED * outBeforeCents;
  const raised = isComparable(context.asked) ? senders.find(isRaised) : undefined;
  if (raised === undefined) return null;
  const { out, mostTo } = senderFacts(raised, context);
  const before =
    raised.outBeforeCents === 0 || out.before === null ? prose`none` : prose`${sizeWords(out.before)}`;
  return prose`Fraud analysts: look at ${memberWords(context.sheet, raised.member)}, who sent ${sizeWords(out.now)} after ${before} in the period before, mostly to ${mostTo}; ask whether the member sent it.`;
}

function firstExchange({ firstUse }: Transfers, context: ReportContext): Span[] | null {
  const crypto = firstUse.find(({ route }) => route === 'crypto');
  if (crypto === undefined || crypto.now === 0 || !isComparable(context.asked)) return null;
  const members = context.sheet.count(
    noted(
      'First use, Cryptocurrency exchanges',
      'Accounts whose first entry with a company of this way is dated',
      context.asked.period,
    ),
    crypto.now,
  );
  return prose`Member services: call ${crypto.now === 1 ? 'the member' : prose`the ${members} members`} who paid a cryptocurrency exchange for the first time; payments that somebody talked a member into begin so.`;
}

function sanctions({ international }: Transfers, context: ReportContext): Span[] | null {
  if (international.entries === 0) return null;
  const entries = context.sheet.count(
    noted('International entries', 'Entries of class IAT that moved money', context.asked.period),
    international.entries,
  );
  return prose`Compliance: confirm that ${international.entries === 1 ? 'the international entry was' : prose`the ${entries} international entries were`} screened for sanctions before posting, as IAT entries have to be.`;
}

/** Deposits that leave for one bank, which members may do for its rate. */
function leavingDeposits({ companies }: Transfers, context: ReportContext): Span[] | null {
  const [largest] = companies
    .filter(({ route }) => route === 'bank')
    .toSorted((left, right) => right.outCents - right.inCents - (left.outCents - left.inCents));
  if (largest === undefined || largest.outCents - largest.inCents < LEAST_NET) return null;
  const { stated } = netOut([largest], `Transfers through ${largest.company}`, context);
  const name = companyWord(largest, context);
  return prose`Management: compare the own savings rates with those of ${name}, to which ${sizeWords(stated)} more went than came back.`;
}
