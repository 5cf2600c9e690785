import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Cents } from '../../../money/cents.ts';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { limitsSection } from '../../topics/limits.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { noted } from '../../topics/noted.ts';
import { reportOf } from '../../topics/sections.ts';
import { orNothing, sizeWords } from '../../topics/size-words.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import { transferRouteOf } from '../../topics/transfers/transfer-route.ts';
import type { AccountProfile, IndividualAccountData } from './account-profile.ts';
import { profileSection } from './profile-section.ts';
import { companyFact, creditChange, creditChangeOf, moverOf, openAlerts, purposeIn } from './why-chosen.ts';

/** A single payer is worth a question from here on. */
const LEAST_ASKED: Cents = 300_000;

/** The accounts that stand out, each looked at for itself: who pays, who collects, what is usual, what alerts say. */
export const individualAccountAnalysis: ReportComposer<IndividualAccountData> = {
  type: 'individual_account_analysis',
  purpose:
    'The accounts that stand out most, each by itself: its money, its companies, its usual month and its alerts.',
  compose({ flows, profiles }, context) {
    return reportOf(headline(profiles, context), [
      ...profiles.map((profile) => profileSection(profile, context)),
      actionsSection(profiles.flatMap((profile) => actionsOf(profile, context))),
      limitsSection(flows, [method()], context),
    ]);
  },
};

function headline(profiles: readonly AccountProfile[], context: ReportContext): Span[] {
  if (profiles.length === 0) return prose`No account stands out: no money moved in the period.`;
  const number = context.sheet.count(
    noted('Accounts looked at', 'Accounts that stand out', context.asked.period),
    profiles.length,
  );
  return sentences(
    profiles.length === 1
      ? prose`A single account stands out.`
      : prose`${counted(number, 'account')} stand out.`,
    ...profiles.slice(0, 3).map((profile) => inShort(profile, context)),
  );
}

function inShort(profile: AccountProfile, context: ReportContext): Span[] {
  const who = memberWords(context.sheet, profile.standing.member);
  const { credits } = statedStanding(profile.standing, context);
  switch (profile.reason) {
    case 'alerts':
      return prose`${who} has ${counted(openAlerts(profile, context), 'open high alert')}.`;
    case 'risen':
      return prose`Credits rose most for ${who}, by ${sizeWords(creditChange(profile, context))}.`;
    case 'fallen':
      return prose`Credits fell most for ${who}, by ${sizeWords(creditChange(profile, context))}.`;
    case 'largest':
      return prose`Most came in for ${who}, ${sizeWords(credits.now)}.`;
    case 'sent':
      return prose`${who} sent most to other institutions.`;
    case 'busiest':
      return prose`${who} has the most entries.`;
  }
}

/** What the profile supports, and no more: a reason to act is an open alert, an unexplained payer, or money that stopped. */
function actionsOf(profile: AccountProfile, context: ReportContext): Span[][] {
  const open = profile.alerts.find(({ reviewed }) => !reviewed);
  if (open !== undefined) return [prose`Fraud analysts: review ${alertWords(open, context)}.`];
  const who = memberWords(context.sheet, profile.standing.member);
  if (profile.reason === 'risen') {
    const payer = moverOf(profile, 1);
    if (payer === null || payer.inBeforeCents > 0 || payer.inCents < LEAST_ASKED || isExplained(payer))
      return [];
    const amount = creditChangeOf(payer, profile, context);
    return [
      prose`Fraud analysts: find out what ${companyFact(payer, context)} pays ${who} for; ${sizeWords(amount)} came, nothing in the period before, and the entries do not say.`,
    ];
  }
  const { verdict, lately, usual } = statedStanding(profile.standing, context);
  if (profile.reason !== 'fallen' || verdict !== 'below' || usual === null) return [];
  return [
    prose`Member services: call ${who}, whose last days brought ${orNothing(lately)} against ${sizeWords(usual)} in a usual month.`,
  ];
}

function isExplained(payer: NonNullable<ReturnType<typeof moverOf>>): boolean {
  const { company, descriptions } = payer;
  const isTransfer = (descriptions.length === 0 ? [null] : descriptions).some(
    (entryDescription) =>
      transferRouteOf({ company, entryDescription, transactionType: 'Credit', isInternational: false }) !==
      null,
  );
  const purpose = purposeIn(payer);
  return isTransfer || (purpose !== null && purpose !== 'unemployment');
}

function method(): Span[] {
  return prose`Each account is chosen for a single reason, the one its section is named after; an account that was chosen already is passed over for the next. What entries are for is read from the names of companies and how entries are described, which whoever sends them writes.`;
}
