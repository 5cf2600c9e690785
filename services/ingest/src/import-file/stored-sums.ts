import { integerOf, moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';

/** What an import has stored: how many entries move no money, and the sums of those that do, as decimal text. */
export interface StoredSums {
  zeroDollar: number;
  prenotes: number;
  returns: number;
  notices: number;
  advices: number;
  credits: string;
  debits: string;
}

export const NOTHING_STORED: StoredSums = {
  zeroDollar: 0,
  prenotes: 0,
  returns: 0,
  notices: 0,
  advices: 0,
  credits: '0.00',
  debits: '0.00',
};

/** Adds up what the merge has counted per account: the ledger itself is not read a second time. */
export async function storedSumsOf(client: Client): Promise<StoredSums> {
  const { rows } = await client.query<Row>(`
    SELECT coalesce(sum(zero_dollar), 0) AS zero_dollar, coalesce(sum(prenotes), 0) AS prenotes,
      coalesce(sum(returns), 0) AS returns, coalesce(sum(notices), 0) AS notices, coalesce(sum(advices), 0) AS advices,
      coalesce(sum(credits), 0.00) AS credits, coalesce(sum(debits), 0.00) AS debits
    FROM touched`);
  const row = rows[0] ?? {};
  return {
    zeroDollar: integerOf(row, 'zero_dollar'),
    prenotes: integerOf(row, 'prenotes'),
    returns: integerOf(row, 'returns'),
    notices: integerOf(row, 'notices'),
    advices: integerOf(row, 'advices'),
    credits: moneyOf(row, 'credits'),
    debits: moneyOf(row, 'debits'),
  };
}
