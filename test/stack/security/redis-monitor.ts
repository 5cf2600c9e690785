import { connect } from 'node:net';

/**
 * Hears every command any client sends to one database of a Redis server: also what is deleted again a moment later.
 * @param url with the number of the database
 */
export async function monitorRedis(url: string): Promise<{ heard(): string; stop(): void }> {
  const { hostname, port, pathname } = new URL(url);
  // 1700000000.000000 [20 127.0.0.1:40000] "get" "key", or [20 lua] for what a script sends
  const isHere = (line: string) => line.includes(` [${pathname.slice(1)} `);
  const chunks: string[] = [];
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.write('MONITOR\r\n');
  });
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk.toString('utf8')));
  return {
    heard: () => chunks.join('').split('\n').filter(isHere).join('\n'),
    stop: () => void socket.destroy(),
  };
}
