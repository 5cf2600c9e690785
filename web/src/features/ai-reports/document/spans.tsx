import type { Span } from '@clearwatch/contracts/ai-reports';
import { FACT_ATTRIBUTE } from './fact-marks.ts';

/** Days and amounts, in letters. */
const SHORT = 16;

/** Text of a report. What states a fact can be pointed at; what no fact has is marked, in words as well. */
export function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, at) => (
    // The parts of a stored text never change their places.
    // oxlint-disable-next-line react/no-array-index-key
    <SpanText key={at} span={span} />
  ));
}

function SpanText({ span: { text, fact, unbound, strong } }: { span: Span }) {
  const words = strong === true ? <strong>{text}</strong> : text;
  if (unbound === true) {
    return (
      <mark className="report-unbound">
        {words}
        <span className="visually-hidden"> (not verified)</span>
      </mark>
    );
  }
  if (fact === undefined) return words;
  return (
    // Text, no button: it is read and copied like the words around it.
    <span
      className={`report-fact ${text.length <= SHORT ? 'report-fact-short' : ''}`}
      tabIndex={-1}
      {...{ [FACT_ATTRIBUTE]: fact }}
    >
      {words}
    </span>
  );
}
