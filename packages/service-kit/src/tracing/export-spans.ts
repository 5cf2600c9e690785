import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SOFTWARE_VERSION } from '../health/software-version.ts';

/** A collector that does not answer costs spans, never an answer: they are sent in the background, and dropped beyond 2,048. */
const EXPORT_EVERY_MS = 2_000;

/**
 * Once a process: from here on spans are made, and sent by OTLP over HTTP.
 * @param options.endpoint the collector's base address, as OTEL_EXPORTER_OTLP_ENDPOINT is defined
 * @param options.share of traces that are kept, 0 to 1; a part follows the whole
 * @returns sends what is left and ends
 */
export function startSpanExport(options: {
  name: string;
  endpoint: string;
  headers: Record<string, string>;
  share: number;
}): () => Promise<void> {
  const { name, endpoint, headers, share } = options;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'clearwatch',
      'service.name': name,
      'service.version': SOFTWARE_VERSION,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return () => provider.shutdown();
}
