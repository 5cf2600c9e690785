import { SankeyChart as SankeySeries } from 'echarts/charts';
import * as echarts from 'echarts/core';
import { useMemo } from 'react';
import { formatMoney } from '../../lib/number-format.ts';
import { Chart, type ChartFrame } from './chart.tsx';
import { chartTooltip, useChartStyle } from './chart-style.ts';

echarts.use([SankeySeries]);

const NAME_WIDTH_PX = 180;

export interface MoneyFlow {
  side: 'in' | 'out';
  name: string;
  amount: string;
}

interface SankeyChartProps extends ChartFrame {
  middle: string;
  flows: readonly MoneyFlow[];
}

const CENTER = 'middle';

/** Rich-text tooltips, because names are user data and must not be rendered as HTML. */
export default function SankeyChart({ middle, flows, ...frame }: SankeyChartProps) {
  const look = useChartStyle();
  const option = useMemo(() => {
    // A company can be on both sides.
    const idOf = ({ side, name }: MoneyFlow) => `${side}:${name}`;
    const names = new Map([[CENTER, middle], ...flows.map((flow) => [idOf(flow), flow.name] as const)]);
    const amounts = new Map(flows.map((flow) => [idOf(flow), flow.amount]));
    const label = { color: look.text, fontSize: 12, width: NAME_WIDTH_PX, overflow: 'truncate' };
    return {
      tooltip: {
        ...chartTooltip(look),
        renderMode: 'richText',
        formatter: ({ data }: { data: { name?: string; source?: string; target?: string } }) => {
          const id = data.name ?? (data.source === CENTER ? data.target : data.source) ?? CENTER;
          const amount = amounts.get(id);
          return `${names.get(id) ?? ''}${amount === undefined ? '' : `\n${formatMoney(amount)}`}`;
        },
      },
      series: [
        {
          type: 'sankey',
          left: NAME_WIDTH_PX + 12,
          right: NAME_WIDTH_PX + 12,
          top: 32,
          bottom: 8,
          nodeWidth: 12,
          nodeGap: 18,
          // Keeps the given order: largest first, the rest last.
          layoutIterations: 0,
          draggable: false,
          emphasis: { focus: 'adjacency' },
          lineStyle: { color: 'source', opacity: 0.25, curveness: 0.5 },
          label: { ...label, formatter: ({ name }: { name: string }) => names.get(name) ?? '' },
          data: [
            ...flows.map((flow) => ({
              name: idOf(flow),
              itemStyle: { color: flow.side === 'in' ? look.credits : look.debits },
              label: { position: flow.side === 'in' ? 'left' : 'right' },
            })),
            { name: CENTER, itemStyle: { color: look.text }, label: { position: 'top' } },
          ],
          links: flows.map((flow) => ({
            source: flow.side === 'in' ? idOf(flow) : CENTER,
            target: flow.side === 'in' ? CENTER : idOf(flow),
            value: Number(flow.amount),
            lineStyle: { color: flow.side === 'in' ? look.credits : look.debits },
          })),
        },
      ],
    };
  }, [middle, flows, look]);
  return <Chart option={option} {...frame} />;
}
