/** Processor time that some work takes, in milliseconds: the clock on the wall tells of everybody else's work as well. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}
