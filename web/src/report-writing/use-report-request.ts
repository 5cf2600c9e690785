import { REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayIn, wordIn } from '../addresses/read-param.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { NO_REQUEST, REQUEST_DRAFT, type ReportRequest } from './report-request.ts';

/** Of the address: the type, which is there as long as something is asked for, and the days. */
export const REQUEST_NAMES = ['ask', 'from', 'to'] as const;

interface AskedReport {
  request: ReportRequest;
  change: (part: Partial<ReportRequest>) => void;
  /** The report is under way, or given up. The address is for whoever shows the form. */
  forget: () => void;
  /** The same, and the address says nothing of it any more: for a form that stays where it is. */
  withdraw: () => void;
}

/**
 * A report that is asked for: type and days live in the address, the question itself, which may name members, only in this
 * tab.
 */
export function useReportRequest(): AskedReport {
  const { value: kept, change: keep, forget } = useDraft('report', REQUEST_DRAFT);
  const [params, setParams] = useSearchParams();
  // A report is written in the better part of a minute: the address may say more by then.
  const say = useRef(setParams);
  useEffect(() => {
    say.current = setParams;
  });
  const type = wordIn(params, 'ask', REPORT_TYPES);
  const request =
    type === '' ? kept : { ...kept, type, from: dayIn(params, 'from'), to: dayIn(params, 'to') };
  return {
    request,
    change: (part) => {
      const next: ReportRequest = Object.assign({}, request, part);
      keep(next);
      const asking = withRequest(params, next);
      // What is filled in is no step to go back through; a letter of the question changes nothing.
      if (asking.toString() !== params.toString()) setParams(asking, { replace: true });
    },
    forget,
    withdraw: () => {
      forget();
      say.current(withoutRequest, { replace: true });
    },
  };
}

/** An address that asks for this; for nothing in particular unless given. */
export function withRequest(address: URLSearchParams, request = NO_REQUEST): URLSearchParams {
  const asking = withoutRequest(address);
  asking.set('ask', request.type);
  if (request.from !== '') asking.set('from', request.from);
  if (request.to !== '') asking.set('to', request.to);
  return asking;
}

export function withoutRequest(address: URLSearchParams): URLSearchParams {
  const without = new URLSearchParams(address);
  for (const name of REQUEST_NAMES) without.delete(name);
  return without;
}
