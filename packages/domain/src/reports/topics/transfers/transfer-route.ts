import { highRiskLineOf } from '../../../companies/high-risk-lines.ts';
import { companyKey } from '../../../fraud/company-key.ts';
import { isMovable } from '../../../fraud/preparation/movable.ts';
import { purposeOf } from '../../../fraud/preparation/purpose.ts';
import { isTransferType } from '../../../fraud/preparation/transfer-type.ts';
import { inWords } from '../../../fraud/preparation/words-of.ts';

/** Ways by which members move money to and from places outside the institution, in the order in which reports list them. */
export const TRANSFER_ROUTES = ['bank', 'app', 'crypto', 'remittance', 'international'] as const;
export type TransferRoute = (typeof TRANSFER_ROUTES)[number];

export const ROUTE_LABELS: Readonly<Record<TransferRoute, string>> = {
  bank: 'Other banks and brokers',
  app: 'Payment apps and wallets',
  crypto: 'Cryptocurrency exchanges',
  remittance: 'Money remittance',
  international: 'Other international (IAT)',
};

/** What is known of a company by which its entries are judged to be transfers or not. */
export interface WordedCompany {
  company: string;
  /** How some of its entries are described. */
  descriptions: readonly string[];
  /** Whether it sends entries of class IAT. */
  isInternational: boolean;
}

const APPS = /\b(?:ZELLE|VENMO|CASH ?APP|PAYPAL|WALLET|APPLE CASH|GOOGLE PAY|SEND MONEY)\b/;

/**
 * By which way the entries of a company move members' own money out of or into the institution; null for those that pay or
 * bill. Read from the words that detection reads (movable money, transfers, high-risk lines of business); wages, taxes,
 * loans and the like are no transfers, whatever the payer is called.
 */
export function transferRouteOf({
  company,
  descriptions,
  isInternational,
}: WordedCompany): TransferRoute | null {
  const line = highRiskLineOf(companyKey(company));
  if (line === 'cryptocurrency') return 'crypto';
  if (line === 'money remittance') return 'remittance';
  const entries = (descriptions.length === 0 ? [null] : descriptions).map((entryDescription) => ({
    company,
    entryDescription,
  }));
  const isPaid = entries.some((entry) => purposeOf({ ...entry, transactionType: 'Credit' }) !== null);
  const words = entries.map(({ entryDescription }) => inWords(`${company} ${entryDescription ?? ''}`));
  if (!isPaid && words.some((text) => APPS.test(text))) return 'app';
  const moves = entries.some((entry) => isTransferType({ entry, isMovable: isMovable(entry) }));
  if (!isPaid && moves) return 'bank';
  return isInternational ? 'international' : null;
}
