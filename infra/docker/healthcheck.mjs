/** Exits with code 0 when the program in this container returns 200 for the given path. */
const TIMEOUT_MS = 4_000;
const path = process.argv[2] ?? '/health';
const port = process.env.PORT ?? '3000';

try {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
