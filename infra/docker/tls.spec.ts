import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { composeFile, generatedSecrets, projectFile } from './testing/compose-file.ts';

const compose = composeFile();
const settings = projectFile('infra/docker/tls/nginx.conf').replaceAll(/^\s*#.*$/gm, '');
/** Returns all values of a directive in the file. */
const directive = (name: string): string[] =>
  [...settings.matchAll(new RegExp(`^\\s*${name} ([^;]+);`, 'gm'))].map((match) => match[1] ?? '');

describe('TLS', () => {
  it("the TLS proxy starts only with its profile and uses the project's configuration", () => {
    const { profiles, configs, entrypoint } = compose.services['tls'] ?? {};
    expect(profiles).toEqual(['tls']);
    expect(configs).toEqual([{ source: 'tls', target: '/etc/clearwatch/nginx.conf' }]);
    expect(entrypoint).toContain('/etc/clearwatch/nginx.conf');
    expect(compose.configs['tls']?.file).toBe('infra/docker/tls/nginx.conf');
  });

  it('the TLS proxy publishes the ports it listens on', () => {
    const listened = directive('listen').map((value) => value.split(' ')[0] ?? '');
    const published = (compose.services['tls']?.ports ?? []).map((port) => port.split(':').at(-1) ?? '');
    expect(published.toSorted()).toEqual(listened.toSorted());
    expect(compose.services['tls']?.ports).toEqual(['0.0.0.0:443:8443', '0.0.0.0:80:8080']);
  });

  it("the TLS proxy forwards to the gateway's port and can reach nothing else", () => {
    const secrets = generatedSecrets();
    const { PORT } = readEnvironment(
      GatewayEnvironment,
      secrets.mountedIn(compose.services['gateway']?.environment ?? {}),
    );
    secrets.remove();
    expect(directive('set')).toEqual(['$gateway gateway']);
    expect(directive('proxy_pass')).toEqual([`http://$gateway:${PORT}`]);
    expect(compose.services['tls']?.networks).toEqual(['public']);
    expect(compose.services['gateway']?.networks).toContain('public');
  });

  it("the TLS proxy replaces the forwarded address with the browser's address, as one hop", () => {
    expect(directive('proxy_set_header')).toEqual(
      expect.arrayContaining(['X-Forwarded-For $remote_addr', 'X-Forwarded-Proto https', 'Host $host']),
    );
    expect(settings).not.toContain('proxy_add_x_forwarded_for');
  });

  it('the TLS proxy does not buffer or interrupt uploads or events', () => {
    expect(directive('client_max_body_size')).toEqual(['0']);
    expect(directive('proxy_request_buffering')).toEqual(['off']);
    expect(directive('proxy_buffering')).toEqual(['off']);
    expect(directive('proxy_read_timeout')).toEqual(['1h']);
    expect(directive('proxy_http_version')).toEqual(['1.1']);
  });

  it('the TLS proxy accepts TLS 1.2 and later, and only redirects plain HTTP', () => {
    expect(directive('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3']);
    expect(directive('return')).toEqual(['204', '308 https://$host$request_uri']);
  });

  it('the TLS proxy writes only to its writable folders', () => {
    expect(directive('pid')).toEqual(['/tmp/nginx.pid']);
    expect(directive('\\w+_temp_path').every((path) => path.startsWith('/tmp/'))).toBe(true);
    expect(compose.services['tls']?.tmpfs).toEqual(['/tmp']);
  });
});
