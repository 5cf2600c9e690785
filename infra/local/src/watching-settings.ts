/** The gateway, and four services after it. */
const PORTS = 5;
const LARGEST_PORT = 65_535;
/** What every service is told of the collector of traces. */
const TRACING = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;

type Value = (name: string) => string | undefined;

export interface WatchingSettings {
  /**
   * Where figures are told to Prometheus, on loopback: the gateway at this port, the services at the next ones, or each at
   * any free one; nowhere when left out.
   */
  metricsPort?: number | 'any';
  /** Further variables for every service: who takes traces. */
  tracing?: Record<string, string>;
}

/** A system of the operator's that watches: Prometheus asks for figures, a collector takes traces. Nothing is told without these. */
export function watchingSettings(value: Value): WatchingSettings {
  const port = value('METRICS_PORT');
  const tracing = TRACING.flatMap((name) => {
    const set = value(name);
    return set === undefined ? [] : [[name, set] as const];
  });
  return {
    ...(port === undefined ? {} : { metricsPort: Number(port) }),
    ...(tracing.length === 0 ? {} : { tracing: Object.fromEntries(tracing) }),
  };
}

/** Of the collector each service says itself what is wrong with its variables. */
export function problemsOfWatchingSettings(value: Value): string[] {
  const port = value('METRICS_PORT');
  if (port === undefined) return [];
  const first = Number(port);
  const fits = Number.isInteger(first) && first >= 1 && first + PORTS - 1 <= LARGEST_PORT;
  return fits ? [] : [`METRICS_PORT must be the first of ${PORTS} ports (1 to ${LARGEST_PORT - PORTS + 1})`];
}
