/**
 * Loaded into a process before its program: at each SIGUSR2 the wall clock jumps by the next number of milliseconds in
 * CLOCK_JUMPS. Timers continue, as they do when an operator or NTP sets a machine's clock.
 */
const jumps = (process.env.CLOCK_JUMPS ?? '').split(',').map(Number);
const RealDate = Date;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
process.on('SIGUSR2', () => {
  ahead += jumps.shift() ?? 0;
  // The test waits for this line.
  process.stdout.write(`${JSON.stringify({ msg: 'clock jumped', aheadMs: ahead })}\n`);
});
