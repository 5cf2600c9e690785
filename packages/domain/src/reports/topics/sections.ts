import type {
  Block,
  ChartUnit,
  ReportChart,
  ReportDocument,
  ReportSection,
  Span,
} from '@clearwatch/contracts/reports/report-document';
import type { Stated } from '../fact-sheet.ts';

/** A section of what there is to say; null when there is nothing. */
export function section(title: string, ...blocks: (Block | null)[]): ReportSection | null {
  const said = blocks.filter((block) => block !== null);
  return said.length === 0 ? null : { title, blocks: said };
}

export function list(...items: (readonly Span[] | null)[]): Block | null {
  const said = items.filter((item) => item !== null && item.length > 0) as (readonly Span[])[];
  return said.length === 0 ? null : { kind: 'list', items: said.map((item) => [...item]) };
}

/** Without the sections that have nothing to say. */
export function reportOf(
  headline: readonly Span[],
  sections: readonly (ReportSection | null)[],
): ReportDocument {
  return { headline: [...headline], sections: sections.filter((each) => each !== null) };
}

/** A chart of facts alone: what it draws can be looked up as what is written. Null of fewer than two points. */
export function chartOf(chart: {
  title: string;
  type: ReportChart['type'];
  unit: ChartUnit;
  categories: readonly (Stated | string)[];
  series: readonly { name: string; values: readonly Stated[] }[];
}): Block | null {
  const { title, type, unit, categories, series } = chart;
  if (categories.length < 2) return null;
  return {
    kind: 'chart',
    chart: {
      title,
      type,
      unit,
      categories: categories.map((category) => (typeof category === 'string' ? category : category.text)),
      series: series.map(({ name, values }) => ({ name, values: values.map(drawn) })),
    },
  };
}

function drawn({ fact: { value, label } }: Stated): number {
  if (value.kind === 'money') return value.cents;
  if (value.kind === 'count') return value.count;
  if (value.kind === 'share') return value.share;
  throw new TypeError(`${label}: neither an amount nor a count nor a share`);
}
