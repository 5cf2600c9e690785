import { jest } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import type { EChartsType } from 'echarts/core';
import * as echarts from 'echarts/core';
import { FakeResizeObserver } from '../../testing/browser-fakes.ts';
import BarsChart from './bar-chart.tsx';

const BARS = [{ name: 'PPD', count: 3 }];

function aChart() {
  return (
    <BarsChart
      bars={BARS}
      what="Transactions"
      format={String}
      height={200}
      description="Three of PPD."
      fileName="kinds"
    />
  );
}

/** What the browser says of the card, and of everything else. */
const cardIs = (width: number) =>
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
const widthDrawn = () => document.querySelector('canvas')?.style.width;
const theChart = () =>
  echarts.getInstanceByDom(document.querySelector('.echarts-for-react') as HTMLElement) as EChartsType;

describe('a chart', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is as wide as its card, however soon after it was drawn the window gets narrower, and again', async () => {
    cardIs(800);
    render(aChart());
    await waitFor(() => expect(widthDrawn()).toBe('800px'));
    for (const width of [500, 300, 640]) {
      cardIs(width);
      act(() => FakeResizeObserver.notify());
      await waitFor(() => expect(widthDrawn()).toBe(`${width}px`));
    }
  });

  it('is not drawn anew for a size that it has', async () => {
    cardIs(800);
    render(aChart());
    await waitFor(() => expect(widthDrawn()).toBe('800px'));
    const resize = jest.spyOn(theChart(), 'resize');
    act(() => FakeResizeObserver.notify());
    expect(resize).not.toHaveBeenCalled();
  });
});
