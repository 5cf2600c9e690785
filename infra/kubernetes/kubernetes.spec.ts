import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type JobDefinition, QUEUES } from '@clearwatch/contracts/job-definition';
import * as jobs from '@clearwatch/contracts/jobs.dto';
import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import { cookiePolicy } from '@clearwatch/gateway/sessions/session-cookie';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { parse } from 'yaml';
import { composeFile, generatedSecrets } from '../docker/testing/compose-file.ts';
import { containerOf, KUBERNETES, type Manifest, manifestsIn, podsOf } from './testing/kubernetes-manifests.ts';

const compose = composeFile();
const base = manifestsIn('base');
const stores = manifestsIn('data');
const overlay = manifestsIn('overlays/example');
const programs = podsOf(base);
const running = podsOf([...base, ...stores]);
/** Run by an operator or on a schedule. */
const operators = podsOf([
  ...manifestsIn('components/backup'),
  ...manifestsIn('components/purge'),
  ...manifestsIn('restore'),
]);
const all = [...running, ...operators];
const named = (manifests: readonly Manifest[], kind: string) => manifests.filter((manifest) => manifest.kind === kind);
/** Omits networks that only containers with a profile use; for example, a cluster has its own Prometheus. */
const networksOfPrograms = Object.entries(compose.networks).filter(([network]) =>
  Object.values(compose.services).some(
    ({ profiles, networks }) => profiles === undefined && networks?.includes(network),
  ),
);
const nameOf = ({ metadata }: Manifest) => metadata.name;
const environmentOf = (env: { name: string; value: string }[] = []) =>
  Object.fromEntries(env.map(({ name, value }) => [name, value]));
const words = (command: string | string[] | undefined) =>
  typeof command === 'string' ? command.split(/\s+/).filter((word) => word !== '') : (command ?? []);

describe('manifests', () => {
  it('the Kubernetes manifests run everything that docker-compose.yml runs, and nothing else', () => {
    const inCompose = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
    expect(running.map(({ name }) => name).toSorted()).toEqual(inCompose.map(([name]) => name).toSorted());
    const atRequest = Object.entries(compose.services).filter(([, { profiles }]) => profiles?.includes('operator'));
    expect(operators.map(({ name }) => name).toSorted()).toEqual(atRequest.map(([name]) => name).toSorted());
  });

  it.each(programs)(
    'the Kubernetes manifests give $name the command and settings from docker-compose.yml',
    ({ name, pod }) => {
      const { command, env } = containerOf(pod);
      expect(command).toEqual(compose.services[name]?.command);
      expect(environmentOf(env)).toEqual(compose.services[name]?.environment);
    },
  );

  it.each(podsOf(stores))(
    'the Kubernetes manifests give $name the image and settings from docker-compose.yml',
    ({ name, pod }) => {
      const { args, command, env, image } = containerOf(pod);
      const service = compose.services[name];
      expect(image).toBe(service?.image);
      expect(command ?? args).toEqual(words(service?.command));
      expect(environmentOf(env)).toEqual(service?.environment ?? {});
    },
  );

  it.each(operators)(
    'the Kubernetes manifests run $name with the same settings and folders as docker-compose.yml',
    ({ name, pod }) => {
      const { command, env, volumeMounts = [] } = containerOf(pod);
      const service = compose.services[name];
      expect(command).toEqual(service?.entrypoint);
      expect(environmentOf(env)).toEqual(service?.environment);
      const folders = volumeMounts.filter(({ name }) => ['uploads', 'backups'].includes(name));
      expect(
        folders.map(({ name, mountPath, readOnly }) => `${name}:${mountPath}${readOnly === true ? ':ro' : ''}`),
      ).toEqual((service?.volumes ?? []).map((volume) => volume.replace('./', '')));
      expect(pod.spec).toMatchObject({ restartPolicy: 'Never' });
    },
  );

  it('the Kubernetes manifests give Redis the configuration from docker-compose.yml', () => {
    const [settings] = named(stores, 'ConfigMap');
    expect(settings?.data?.['redis.conf']).toBe(compose.configs['redis']?.content);
  });

  it.each(all)('the Kubernetes manifests mount exactly the secrets that $name reads', ({ name, pod }) => {
    const secrets = pod.spec.volumes.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
    expect(secrets.map(({ secretName }) => secretName)).toEqual(['clearwatch']);
    const items = secrets.flatMap((secret) => secret.items);
    expect(items.filter(({ key, path }) => key !== path)).toEqual([]);
    expect(items.map(({ key }) => key).toSorted()).toEqual([...(compose.services[name]?.secrets ?? [])].toSorted());
    expect(containerOf(pod).volumeMounts).toContainEqual(
      expect.objectContaining({ name: 'secrets', mountPath: '/run/secrets' }),
    );
  });

  it.each(all)('the Kubernetes manifests give $name only the rights it needs', ({ pod }) => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.spec.securityContext?.['runAsUser']).toBeGreaterThan(0);
    expect(containerOf(pod).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it.each(all)(
    'the Kubernetes manifests limit the CPU and memory of $name as docker-compose.yml does',
    ({ name, pod }) => {
      const { limits, reservations } = compose.services[name]?.deploy?.resources ?? {};
      const { resources } = containerOf(pod);
      expect(Number(resources?.limits?.['cpu'])).toBe(Number(limits?.['cpus']));
      expect(resources?.limits?.['memory']).toBe(`${String(limits?.['memory'])}i`);
      expect(resources?.requests?.['memory']).toBe(`${String(reservations?.['memory'])}i`);
    },
  );

  it.each(programs.filter(({ kind }) => kind === 'Deployment'))(
    'the Kubernetes manifests probe $name at the address from docker-compose.yml',
    ({ name, pod }) => {
      const { ports, readinessProbe, livenessProbe } = containerOf(pod);
      expect(ports).toEqual([{ name: 'http', containerPort: 3000 }]);
      expect(readinessProbe?.httpGet).toEqual({
        path: compose.services[name]?.healthcheck?.test?.at(-1),
        port: 'http',
      });
      // A program without its database is not ready, but restarting it would not help.
      expect(livenessProbe).not.toHaveProperty('httpGet');
    },
  );

  it.each(podsOf(stores))(
    'the Kubernetes manifests probe $name with the command from docker-compose.yml',
    ({ name, pod }) => {
      const [kind, ...test] = compose.services[name]?.healthcheck?.test ?? [];
      expect(containerOf(pod).readinessProbe?.exec?.command).toEqual(
        kind === 'CMD-SHELL' ? ['sh', '-c', ...test] : test,
      );
    },
  );

  it.each(all)(
    'the Kubernetes manifests give $name at least the stop timeout from docker-compose.yml',
    ({ name, pod }) => {
      const grace = Number.parseInt(compose.services[name]?.stop_grace_period ?? '10s', 10);
      expect(pod.spec.terminationGracePeriodSeconds ?? 30).toBeGreaterThanOrEqual(grace);
    },
  );

  it('the Kubernetes manifests share uploads between the programs that share them in docker-compose.yml', () => {
    const mounted = running.filter(({ pod }) =>
      containerOf(pod).volumeMounts?.some(({ name, mountPath }) => name === 'uploads' && mountPath === '/data'),
    );
    const shared = Object.entries(compose.services).filter(
      ([, { volumes, profiles }]) => profiles === undefined && volumes?.includes('uploads:/data'),
    );
    expect(mounted.map(({ name }) => name).toSorted()).toEqual(shared.map(([name]) => name).toSorted());
    expect(named(base, 'PersistentVolumeClaim')[0]?.spec).toMatchObject({ accessModes: ['ReadWriteMany'] });
  });

  it('the Kubernetes manifests use only addresses of existing services, with their ports', () => {
    const services = new Map(
      named([...base, ...stores], 'Service').map((manifest) => [
        nameOf(manifest),
        (manifest.spec['ports'] as { port: number }[])[0]?.port,
      ]),
    );
    const addresses = all.flatMap(({ pod }) =>
      (containerOf(pod).env ?? []).filter(({ name, value }) => name.endsWith('_URL') && value !== ''),
    );
    for (const { value } of addresses) expect(services.get(new URL(value).hostname)).toBe(Number(new URL(value).port));
  });
});

describe('networks', () => {
  const policies = named(base, 'NetworkPolicy');
  const policy = (name: string) => policies.find((manifest) => nameOf(manifest) === name)?.spec;

  it.each(all)('the network policies put $name in the same networks as docker-compose.yml', ({ name, pod }) => {
    const labels = Object.keys(pod.metadata.labels).filter((label) => label.startsWith('clearwatch.network/'));
    const networks = compose.services[name]?.networks ?? [];
    expect(labels.toSorted()).toEqual(networks.map((network) => `clearwatch.network/${network}`).toSorted());
  });

  it('the network policies deny all connections by default', () => {
    expect(policy('nothing-unless-allowed')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it.each(networksOfPrograms)(
    'the network policies allow outgoing connections from the network %s as docker-compose.yml does',
    (name, network) => {
      const member = { matchLabels: { [`clearwatch.network/${name}`]: 'member' } };
      expect(policy(`network-${name}`)).toMatchObject({ podSelector: member });
      const isInternal = network?.internal === true;
      const peers = JSON.stringify([policy(`network-${name}`)?.['ingress'], policy(`network-${name}`)?.['egress']]);
      expect(peers.includes('ipBlock') || peers.includes('namespaceSelector')).toBe(!isInternal);
      expect(peers.includes(`"clearwatch.network/${name}":"member"`)).toBe(isInternal);
    },
  );

  it('the network policies allow incoming external connections only to the gateway', () => {
    const open = policies.filter(({ spec }) => JSON.stringify(spec['ingress'] ?? []).includes('namespaceSelector'));
    expect(open.map(nameOf)).toEqual(['network-public']);
  });
});

describe('scaling', () => {
  const deployments = named(base, 'Deployment').map(nameOf);
  const scaled = (kind: string, manifests: readonly Manifest[]) =>
    named(manifests, kind).map(({ spec }) => (spec['scaleTargetRef'] as { name: string }).name);

  it('Kubernetes scales APIs by load and workers by waiting jobs, each with one autoscaler', () => {
    const apis = scaled('HorizontalPodAutoscaler', base);
    const workers = scaled('ScaledObject', manifestsIn('components/keda'));
    expect([...apis, ...workers].toSorted()).toEqual(deployments.toSorted());
    expect(workers.every((name) => name.endsWith('-worker'))).toBe(true);
    const counted = named(base, 'Deployment').filter(({ spec }) => 'replicas' in spec);
    expect(counted).toEqual([]);
  });

  it('the Kubernetes autoscalers monitor every queue exactly once', () => {
    const lists = JSON.stringify(manifestsIn('components')).matchAll(/bull:([\w-]+):(wait|prioritized)\b/g);
    const definitions = Object.values<unknown>(jobs).filter(
      (each): each is JobDefinition<object> => typeof each === 'object' && each !== null && 'queue' in each,
    );
    const monitored = [...lists].map((match) => `${match[1]}:${match[2]}`);
    const prioritized = new Set(definitions.filter(({ priority }) => priority !== undefined).map(({ queue }) => queue));
    const expected = Object.values(QUEUES).map(
      (queue) => `${queue}:${prioritized.has(queue) ? 'prioritized' : 'wait'}`,
    );
    expect(monitored.toSorted()).toEqual(expected.toSorted());
  });

  it('every program on Kubernetes has a disruption budget', () => {
    expect(named(base, 'PodDisruptionBudget').map(nameOf).toSorted()).toEqual(deployments.toSorted());
  });
});

describe('overlays', () => {
  const gateway = podsOf(overlay).find(({ name }) => name === 'gateway');

  it('the example overlay gives the gateway the public address and hop count for the ingress', () => {
    const secrets = generatedSecrets();
    try {
      const environment = readEnvironment(GatewayEnvironment, {
        ...secrets.mountedIn(compose.services['gateway']?.environment ?? {}),
        ...environmentOf(gateway === undefined ? [] : containerOf(gateway.pod).env),
        NODE_ENV: 'production',
      });
      expect(cookiePolicy(environment).secure).toBe(true);
      const [ingress] = named(overlay, 'Ingress');
      expect(ingress?.spec).toMatchObject({
        tls: [{ hosts: [new URL(environment.PUBLIC_ORIGINS ?? '').hostname] }],
      });
    } finally {
      secrets.remove();
    }
  });

  it('the example overlay makes Kubernetes reject pods with extra privileges', () => {
    const [namespace] = named(overlay, 'Namespace');
    expect(namespace?.metadata.labels).toEqual({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  it('the kustomization files list only existing files and every manifest in their folders', () => {
    for (const folder of [
      'base',
      'data',
      'components/keda',
      'components/backup',
      'components/purge',
      'restore',
      'overlays/example',
    ]) {
      const file = join(KUBERNETES, folder, 'kustomization.yaml');
      const {
        resources = [],
        components = [],
        patches = [],
      } = parse(readFileSync(file, 'utf8')) as {
        resources?: string[];
        components?: string[];
        patches?: { path: string }[];
      };
      const named = [...resources, ...components, ...patches.map(({ path }) => path)];
      expect(named.filter((path) => !existsSync(join(dirname(file), path)))).toEqual([]);
      const own = manifestsIn(folder).map((manifest) => manifest.file.slice(folder.length + 1));
      expect([...new Set(own)].filter((path) => !named.includes(path))).toEqual([]);
    }
  });
});
