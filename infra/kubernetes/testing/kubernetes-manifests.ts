import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const KUBERNETES = join(import.meta.dirname, '..');

interface Probe {
  httpGet?: { path: string; port: string };
  exec?: { command: string[] };
}

/** The part of a container that the specs check. */
export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: {
    automountServiceAccountToken?: boolean;
    enableServiceLinks?: boolean;
    terminationGracePeriodSeconds?: number;
    securityContext?: Record<string, unknown>;
    containers: Container[];
    volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
  };
}

export interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
  data?: Record<string, string>;
  file: string;
}

/** Every manifest below a folder in infra/kubernetes, except Kustomize's own files. */
export function manifestsIn(folder: string): Manifest[] {
  return globSync(`${folder}/**/*.yaml`, { cwd: KUBERNETES })
    .filter((file) => !file.endsWith('kustomization.yaml'))
    .toSorted()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(KUBERNETES, file), 'utf8')).map((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`);
        return { ...(document.toJS() as Omit<Manifest, 'file'>), file };
      }),
    );
}

/** Deployments, StatefulSets, and Jobs contain a pod template; CronJobs contain a job template. */
export function podsOf(manifests: readonly Manifest[]): { name: string; kind: string; pod: PodTemplate }[] {
  return manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind))
    .map(({ kind, metadata, spec }) => ({ name: metadata.name, kind, pod: templateIn(spec) }));
}

function templateIn({ template, jobTemplate }: Manifest['spec']): PodTemplate {
  return (template ?? (jobTemplate as { spec: Manifest['spec'] }).spec['template']) as PodTemplate;
}

/** Returns the only container in a pod. */
export function containerOf({ spec }: PodTemplate): Container {
  const [container, ...more] = spec.containers;
  if (container === undefined || more.length > 0) throw new Error('A pod has one container here.');
  return container;
}
