/** Processor time that `work` uses, in milliseconds. Elapsed time would include the work of other processes. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}
