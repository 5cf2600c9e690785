import { build } from '../build.ts';

/** `npm run doctor`: 0 nothing is wrong, 1 something is; every finding says what to do. */
try {
  await build({ web: false });
  // Not before the build: they import what it makes.
  const { examine } = await import('../doctor/examine-installation.ts');
  const { formatFinding } = await import('../doctor/doctor-finding.ts');
  const findings = await examine(process.env);
  for (const line of findings.flatMap(formatFinding)) console.log(line);
  const count = findings.filter(({ state }) => state === 'wrong').length;
  console.log(
    count === 0 ? '\nNothing is wrong.' : `\n${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
  );
  process.exitCode = count === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
