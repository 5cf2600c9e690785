import { hostFor } from './host-for.ts';

describe('the host in an address', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::'])('%s is reached on this machine', (host) => {
    expect(hostFor(host, 'localhost')).toBe('localhost');
  });

  it('stands in brackets when it is IPv6', () => {
    expect(hostFor('::1', '127.0.0.1')).toBe('[::1]');
  });

  it('is left as it is otherwise', () => {
    expect(hostFor('10.0.0.5', 'localhost')).toBe('10.0.0.5');
  });
});
