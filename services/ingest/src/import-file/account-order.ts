import type { Room } from './room.ts';

/** Notes where the lines of accounts begin in a text, to put those of one account side by side. */
export class AccountOrder {
  private readonly accounts: string[] = [];
  private readonly starts: number[] = [];
  private isOrdered = true;

  /** @param start of the next line, whose account this is */
  add(account: string, start: number): void {
    if (account < (this.accounts.at(-1) ?? '')) this.isOrdered = false;
    this.accounts.push(account);
    this.starts.push(start);
  }

  /**
   * The lines in the order of their accounts, those of one account as they came.
   * @param room where they are written to when they came in another
   */
  applied(lines: Buffer, room: Room): Buffer {
    if (this.isOrdered) return lines;
    const { accounts, starts } = this;
    const ordered = room.of(lines.length);
    const order = Array.from(accounts.keys()).toSorted((one, other) =>
      compared(accounts[one] ?? '', accounts[other] ?? ''),
    );
    let length = 0;
    for (const index of order)
      length += lines.copy(ordered, length, starts[index], starts[index + 1] ?? lines.length);
    return ordered.subarray(0, length);
  }
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
