import type { Span } from '@clearwatch/contracts/reports/report-document';
import { type CreditPurpose, purposeOf } from '../../../fraud/preparation/purpose.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import type { Stated } from '../../fact-sheet.ts';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { noted, notedAsOf } from '../../topics/noted.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { AccountProfile, ProfileCompany } from './account-profile.ts';

const PURPOSE_WORDS: Readonly<Record<CreditPurpose, string>> = {
  payroll: 'pay',
  government: 'a government benefit or pension',
  tax: 'a tax refund',
  loan: 'a loan payout',
  claim: 'an insurance claim',
  distribution: 'a payout of savings or investments',
  expense: 'a refund of expenses',
  unemployment: 'an unemployment benefit',
};

export function companyFact({ company }: Pick<ProfileCompany, 'company'>, { sheet }: ReportContext): Stated {
  return sheet.company({ label: 'Company', source: 'Company of the entries' }, company);
}

/** What a company's credits say they are for; null when they do not say. */
export function purposeIn({ company, descriptions }: ProfileCompany): CreditPurpose | null {
  const told = [null, ...descriptions].map((entryDescription) =>
    purposeOf({ company, entryDescription, transactionType: 'Credit' }),
  );
  return told.find((purpose) => purpose !== null) ?? null;
}

/** The company whose credits changed most in a direction; null when none did. */
export function moverOf({ companies }: AccountProfile, sign: 1 | -1): ProfileCompany | null {
  const change = ({ inCents, inBeforeCents }: ProfileCompany) => sign * (inCents - inBeforeCents);
  const [first] = companies
    .filter((company) => change(company) > 0)
    .toSorted((a, b) => change(b) - change(a));
  return first ?? null;
}

/** Change of the account's credits against the period before, with its sign. */
export function creditChange(profile: AccountProfile, context: ReportContext): Stated {
  const { credits } = statedStanding(profile.standing, context);
  return context.sheet.difference(`${credits.label}, difference`, credits.now, credits.before ?? credits.now);
}

export function openAlerts({ standing }: AccountProfile, { asked, sheet }: ReportContext): Stated {
  const who = maskAccount(standing.member.accountNumber);
  return sheet.count(
    notedAsOf(`Open high alerts of ${who}`, 'Alerts not yet reviewed', asked.asOf),
    standing.openHigh,
  );
}

/** What sets the account apart from all others, with the reason where one can be read from its entries. */
export function whyChosen(profile: AccountProfile, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const who = maskAccount(profile.standing.member.accountNumber);
  switch (profile.reason) {
    case 'alerts':
      return prose`${counted(openAlerts(profile, context), 'alert')} of high risk ${profile.standing.openHigh === 1 ? 'is' : 'are'} open on it; no account has more.`;
    case 'risen':
      return sentences(
        prose`Credits rose by ${sizeWords(creditChange(profile, context))}, more than on other accounts.`,
        moverWords(profile, 'more', context),
      );
    case 'fallen':
      return sentences(
        prose`Credits fell by ${sizeWords(creditChange(profile, context))}, more than on other accounts.`,
        moverWords(profile, 'less', context),
      );
    case 'largest':
      return prose`No account received more in the period.`;
    case 'sent': {
      if (profile.sent === null) return [];
      const note = noted(
        `Transfers out of ${who}`,
        'Debits with companies that carry transfers',
        asked.period,
      );
      const mostTo = companyFact({ company: profile.sent.mostTo }, context);
      return prose`${sizeWords(sheet.money(note, profile.sent.cents))} went to other institutions, payment apps or exchanges, mostly to ${mostTo}; of the accounts not named already none sent more.`;
    }
    case 'busiest': {
      const note = noted(
        `Entries of ${who}`,
        'Credits and debits in the daily totals of the account',
        asked.period,
      );
      return prose`${counted(sheet.count(note, profile.entries), 'entry', 'entries')} moved money on it; of the accounts not named already none has more.`;
    }
  }
}

/** How much more, or less, a company paid into the account than in the period before. */
export function creditChangeOf(
  { company, inCents, inBeforeCents }: ProfileCompany,
  { standing }: AccountProfile,
  { asked, sheet }: ReportContext,
): Stated {
  const label = `Credits of ${company}, ${maskAccount(standing.member.accountNumber)}, difference`;
  return sheet.money(noted(label, 'Entries of the account', asked.period), inCents - inBeforeCents);
}

function moverWords(profile: AccountProfile, way: 'more' | 'less', context: ReportContext): Span[] | null {
  const mover = moverOf(profile, way === 'more' ? 1 : -1);
  if (mover === null) return null;
  const change = creditChangeOf(mover, profile, context);
  const purpose = purposeIn(mover);
  const says = purpose === null ? '' : prose`, which its entries call ${PURPOSE_WORDS[purpose]}`;
  return prose`${companyFact(mover, context)} paid ${sizeWords(change)} ${way}${says}.`;
}
