import { connect } from 'node:net';

/** Hears every command any client sends to a Redis server: also what is deleted again a moment later. */
export async function monitorRedis(url: string): Promise<{ heard(): string; stop(): void }> {
  const { hostname, port } = new URL(url);
  const chunks: string[] = [];
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.write('MONITOR\r\n');
  });
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk.toString('utf8')));
  return { heard: () => chunks.join(''), stop: () => void socket.destroy() };
}
