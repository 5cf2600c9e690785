import { SwapOutlined } from '@ant-design/icons';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { requestPage } from '../../../api/page.ts';
import { findTraced } from '../../../api/transaction-reports.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import type { Entry } from '../entry.ts';
import { askedNumber } from './asked-number.ts';
import { NOTHING, SHOWN, type Source } from './source.ts';

/** What a trace or check number may look like: one word with a digit in it. */
const TRACE = /^(?=.*\d)[\p{L}\d-]{3,50}$/u;

/** By trace number, compared whole, or by the number that transactions have here. */
export const transactions: Source = {
  id: 'transactions',
  title: 'Transactions',
  failed: 'Transactions could not be searched.',
  takes: (text) => TRACE.test(text) || askedNumber(text) !== null,
  find: async ({ text, signal }) => {
    const id = askedNumber(text);
    const [numbered, traced] = await Promise.all([
      id === null
        ? NOTHING_LISTED
        : requestPage<Transaction>(`/api/transactions?id=${id}&pageSize=${SHOWN}`, signal),
      TRACE.test(text) ? findTraced({ traceNumber: text, rows: SHOWN, signal }) : NOTHING_LISTED,
    ]);
    const others = traced.items.filter((entry) => entry.id !== numbered.items[0]?.id);
    const list = `/reports?${new URLSearchParams({ checkTracerNumber: text }).toString()}`;
    return {
      entries: [...numbered.items, ...others].slice(0, SHOWN).map(toEntry),
      total: numbered.total + traced.total - (traced.items.length - others.length),
      list: traced.total > SHOWN ? list : NOTHING.list,
    };
  },
};

const NOTHING_LISTED = { items: [] as Transaction[], total: 0 };

function toEntry(entry: Transaction): Entry {
  const { id, amount, transactionType, company, memberName, postingDate, checkTracerNumber } = entry;
  const day = postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  return {
    id: `transaction-${id}`,
    label: `${formatMoney(amount)} ${transactionType} · ${company}`,
    detail: [
      memberName,
      day === null ? '' : formatDay(day),
      checkTracerNumber === null ? '' : `Trace ${checkTracerNumber}`,
      `No. ${id}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
    icon: SwapOutlined,
    does: { jump: { opens: 'transaction', id } },
  };
}
