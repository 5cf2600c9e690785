import { EXAMPLE_QUESTIONS, REPORT_TYPE_LABELS, type ReportType } from '@clearwatch/contracts/ai-reports';
import { MAX_PROMPT_LENGTH } from '@clearwatch/contracts/transaction-reports';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { mainGround } from '../dialogs/main-ground.ts';
import { isBackwards, type ReportRequest } from './report-request.ts';
import './report-writing.css';

interface ReportRequestFieldsProps {
  /** "Report type" or, on the import screen, "Report Focus". */
  typeLabel: string;
  types: readonly ReportType[];
  request: ReportRequest;
  onChange: (part: Partial<ReportRequest>) => void;
}

/** What a report is to be about: its type, the days, and for a custom one the question itself. */
export function ReportRequestFields({ typeLabel, types, request, onChange }: ReportRequestFieldsProps) {
  const id = useId();
  const problem = isBackwards(request) ? 'The end date is before the start date.' : null;
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
          virtual={false}
          getPopupContainer={mainGround}
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
            <summary>What can be asked</summary>
            <p>
              Questions about credits, debits, members, companies, returned debits and alerts: who, how much,
              how many, when, what share, compared with what, and why something changed. Name days, members,
              companies, SEC classes or an amount. Put names in quotes or capitals. The report says first what
              it did not understand.
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
