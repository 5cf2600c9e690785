import { Counter } from '@prometheus-io/client';

/**
 * A counter whose label can say nothing but one of `values`: what a member is called, an id or an address cannot become one, and
 * the number of its series is known beforehand. All of them begin at 0, or the first event of a kind would be no increase.
 */
export class ClosedCounter<Value extends string> {
  private readonly counter: Counter<string>;
  private readonly label: string;

  /** @param options.name begins with `clearwatch_` and ends in `_total` */
  constructor(options: { name: string; help: string; label: string; values: readonly Value[] }) {
    const { name, help, label, values } = options;
    this.label = label;
    this.counter = new Counter({ name, help, labelNames: [label] });
    for (const value of values) this.count(value, 0);
  }

  count(value: Value, times = 1): void {
    this.counter.inc({ [this.label]: value }, times);
  }
}
