import '../components.css';
import { EXAMPLE_QUESTIONS, REPORT_TYPE_LABELS, REPORT_TYPES, type ReportType } from '@clearwatch/contracts/ai-reports';
import type { GenerateReportRequest } from '@clearwatch/contracts/ai-reports.dto';
import { MAX_PROMPT_LENGTH } from '@clearwatch/contracts/transaction-reports';
import { Button, Input, Select } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { isRangeReversed } from '../../lib/list-query.ts';
import { readChoice, readDay, withParams } from '../../lib/url-params.ts';

export interface ReportRequest {
  type: ReportType;
  /** ISO dates; empty if not chosen. */
  from: string;
  to: string;
  prompt: string;
}

export const EMPTY_REQUEST: ReportRequest = { type: 'executive_summary', from: '', to: '', prompt: '' };

/** A request with only a type is not stored. */
const REQUEST_DRAFT = {
  empty: EMPTY_REQUEST,
  read: (stored: Readonly<Record<string, unknown>>): ReportRequest => ({
    type: REPORT_TYPES.find((known) => known === stored['type']) ?? EMPTY_REQUEST.type,
    from: readDraftText(stored, 'from'),
    to: readDraftText(stored, 'to'),
    prompt: readDraftText(stored, 'prompt'),
  }),
  isNothing: ({ from, to, prompt }: ReportRequest) => from === '' && to === '' && prompt === '',
};

/** Spec section 5: a custom report needs a prompt. */
export function canGenerate(request: ReportRequest): boolean {
  if (isRangeReversed(request)) return false;
  return request.type !== 'custom' || request.prompt.trim() !== '';
}

export function toGenerateRequest({ type, from, to, prompt }: ReportRequest): GenerateReportRequest {
  return {
    reportType: type,
    ...(from !== '' && { dateRangeStart: from }),
    ...(to !== '' && { dateRangeEnd: to }),
    ...(type === 'custom' && { customPrompt: prompt.trim() }),
  };
}

interface ReportRequestFieldsProps {
  typeLabel: string;
  types: readonly ReportType[];
  request: ReportRequest;
  onChange: (part: Partial<ReportRequest>) => void;
}

export function ReportRequestFields({ typeLabel, types, request, onChange }: ReportRequestFieldsProps) {
  const id = useId();
  const problem = isRangeReversed(request) ? 'The end date is before the start date.' : null;
  const day = (name: 'from' | 'to', label: string) => (
    <div className="report-request-field">
      <label htmlFor={`${id}${name}`}>{label}</label>
      <Input
        id={`${id}${name}`}
        type="date"
        aria-describedby={problem === null ? undefined : `${id}problem`}
        {...(problem !== null && { status: 'error' as const, 'aria-invalid': true })}
        value={request[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </div>
  );
  return (
    <div className="report-request">
      <div className="report-request-field">
        <label htmlFor={`${id}type`}>{typeLabel}</label>
        <Select<ReportType>
          id={`${id}type`}
          listHeight={512}
          options={types.map((value) => ({ value, label: REPORT_TYPE_LABELS[value] }))}
          value={request.type}
          onChange={(type) => onChange({ type })}
        />
      </div>
      {day('from', 'Start date')}
      {day('to', 'End date')}
      {problem !== null && (
        <p id={`${id}problem`} className="report-request-problem">
          {problem}
        </p>
      )}
      {request.type === 'custom' && (
        <div className="report-request-field report-request-prompt">
          <label htmlFor={`${id}prompt`}>Custom Prompt</label>
          <Input.TextArea
            id={`${id}prompt`}
            rows={4}
            maxLength={MAX_PROMPT_LENGTH}
            showCount
            placeholder="Which companies collected the most this quarter, compared with last quarter?"
            value={request.prompt}
            onChange={({ target }) => onChange({ prompt: target.value })}
          />
          <details className="report-request-examples">
            <summary>What you can ask</summary>
            <p>
              Ask about credits, debits, members, companies, returned debits and alerts: who, how much, how many, when,
              what share, how it compares, and why something changed. You can name days, members, companies, SEC codes
              and amounts. Put names in quotes or capitals. The report begins with any words that Clearwatch did not
              understand.
            </p>
            <ul>
              {EXAMPLE_QUESTIONS.map((question) => (
                <li key={question}>
                  <Button type="link" size="small" onClick={() => onChange({ prompt: question })}>
                    {question}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </div>
  );
}

export const NO_REQUEST_PARAMS = { ask: null, from: null, to: null };

/** The type and dates are in the URL. The prompt may name members, so it is stored only in this tab. */
export function useReportRequest() {
  const { value: stored, change: store, discard } = useDraft('report', REQUEST_DRAFT);
  const [params, setParams] = useSearchParams();
  // Generating takes up to a minute, and the URL can change in that time.
  const setUrl = useRef(setParams);
  useEffect(() => {
    setUrl.current = setParams;
  });
  const type = readChoice(params, 'ask', REPORT_TYPES);
  const request = type === '' ? stored : { ...stored, type, from: readDay(params, 'from'), to: readDay(params, 'to') };
  return {
    request,
    change: (part: Partial<ReportRequest>): void => {
      const next: ReportRequest = Object.assign({}, request, part);
      store(next);
      const target = withRequestParams(params, next);
      // Changes replace the URL; the prompt is not part of it.
      if (target.toString() !== params.toString()) setParams(target, { replace: true });
    },
    /** Does not change the URL. */
    discard,
    /** Also removes the request from the URL. */
    withdraw: (): void => {
      discard();
      setUrl.current((current) => withParams(current, NO_REQUEST_PARAMS), { replace: true });
    },
  };
}

export const withRequestParams = (address: URLSearchParams, { type, from, to } = EMPTY_REQUEST) =>
  withParams(withParams(address, NO_REQUEST_PARAMS), { ask: type, from, to });
