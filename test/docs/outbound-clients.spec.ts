import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LlamaExtractor } from '@clearwatch/ingest/documents/llama-extractor';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { Bucket } from '@clearwatch/ingest/uploads/bucket';
import { ModelWriterService } from '@clearwatch/reports/ai-reports/model/model-writer.service';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { startSpanExport } from '@clearwatch/service-kit/tracing/export-spans';
import { trace } from '@opentelemetry/api';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

const ROOT = join(import.meta.dirname, '..', '..');
const logger = createLogger({ service: 'ingest', level: 'silent' });

interface OutboundClient {
  file: string;
  settings: new () => object;
  /** Sends something to this address. */
  send: (url: string) => Promise<unknown>;
  /** Settings with this address, all others as needed for it to be read. */
  withAddress: (url: string) => Record<string, string>;
}

/** Every program code that connects to a service outside of the installation. */
const CLIENTS: Record<string, OutboundClient> = {
  'the extraction service': {
    file: 'services/ingest/src/documents/llama-extractor.ts',
    settings: IngestEnvironment,
    withAddress: (LLAMA_CLOUD_BASE_URL) => ({ LLAMA_CLOUD_BASE_URL, LLAMA_CLOUD_API_KEY: 'llx-only-for-tests' }),
    send: (LLAMA_CLOUD_BASE_URL) => {
      const settings = { LLAMA_CLOUD_BASE_URL, LLAMA_CLOUD_API_KEY: 'llx-only-for-tests' };
      const environment = Object.assign(new IngestEnvironment(), settings);
      const document = { parseJobId: 1, type: 'text/plain', fileName: 'a.txt', resumeId: null, layouts: [] } as const;
      return new LlamaExtractor(environment, logger).extract(
        { ...document, path: import.meta.filename },
        { signal: AbortSignal.timeout(20_000), onProgress: () => undefined, noteBegun: async () => undefined },
      );
    },
  },
  'the language model': {
    file: 'services/reports/src/ai-reports/model/model-endpoint.ts',
    settings: ReportsEnvironment,
    withAddress: (OPENAI_BASE_URL) => ({ OPENAI_BASE_URL, OPENAI_MODEL: 'm' }),
    send: (OPENAI_BASE_URL) => {
      const settings = { OPENAI_BASE_URL, OPENAI_API_KEY: 'key', OPENAI_MODEL: 'm' };
      const writer = new ModelWriterService(Object.assign(new ReportsEnvironment(), settings), logger);
      const document = { headline: [{ text: 'Nothing happened.' }], sections: [] };
      const signal = AbortSignal.timeout(20_000);
      return writer.rewrite({ type: 'custom', document, facts: [], prompt: null, signal, onText: () => undefined });
    },
  },
  'the bucket': {
    file: 'services/ingest/src/uploads/bucket.ts',
    settings: IngestEnvironment,
    withAddress: (S3_ENDPOINT) => ({
      S3_ENDPOINT,
      UPLOAD_STORE: 's3',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
    send: (S3_ENDPOINT) => {
      const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
      return new Bucket({ S3_ENDPOINT, S3_BUCKET: 'b', S3_REGION: 'us-east-1', ...keys }).has('uploads/x');
    },
  },
  'the collector of traces': {
    file: 'packages/service-kit/src/tracing/export-spans.ts',
    settings: ServiceEnvironment,
    withAddress: (OTEL_EXPORTER_OTLP_ENDPOINT) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=key',
    }),
    send: async (endpoint) => {
      const stop = startSpanExport({ name: 'test', endpoint, headers: { authorization: 'key' }, share: 1 });
      trace.getTracer('test').startSpan('one').end();
      await stop();
      trace.disable();
    },
  },
};

/** Between the services of one installation, on the machine itself, or the opposite: what takes the network away. */
const INTERNAL_CLIENTS = [
  'infra/bench/src/',
  'infra/docker/healthcheck.mjs',
  'infra/k6/',
  'infra/local/src/',
  'services/gateway/src/proxy/',
  'packages/service-kit/src/http/outbound-client.ts',
  'services/ingest/src/documents/reading/confine.ts',
  // It accepts only TLS, so `chain-anchors.int.spec.ts` checks the same rules with certificates.
  'services/auth/src/anchors/anchor.ts',
];
const OPENS_CONNECTIONS =
  /\bfetch\(|\bnew (?:OpenAI|LlamaCloud|S3Client|OTLPTraceExporter|WebSocket)\(|from '(?:axios|undici|nodemailer|got|node:https|node:tls|node:dgram)'|\{[^}]*\b(?:request|get|connect)\b[^}]*\} from 'node:(?:http|net|http2)'/;

async function listen(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('outbound clients', () => {
  it('every outbound client is in the list that these tests check', () => {
    const sources = globSync('{services,packages,infra}/**/*.{ts,mjs}', {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist'],
    });
    const found = sources
      .filter((file) => !/\.spec\.tsx?$|\/testing\//.test(file))
      .filter((file) => !INTERNAL_CLIENTS.some((known) => file.startsWith(known)))
      .filter((file) => OPENS_CONNECTIONS.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(found.toSorted()).toEqual(
      Object.values(CLIENTS)
        .map(({ file }) => file)
        .toSorted(),
    );
  });

  describe.each(Object.entries(CLIENTS))('%s', (_name, { settings, withAddress, send }) => {
    const problemsOf = (url: string) => {
      const names = Object.keys(withAddress(url));
      const problems = validateSync(plainToInstance(settings, withAddress(url)));
      return problems.filter(({ property }) => names.includes(property));
    };

    it('an outbound client does not follow a redirect, so its key and data stay with one host', async () => {
      const leaked: IncomingMessage[] = [];
      const elsewhere = await listen((request, response) => {
        leaked.push(request);
        response.end();
      });
      let requests = 0;
      const { url, server } = await listen((request, response) => {
        requests += 1;
        response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
      });
      await send(url).catch(() => undefined);
      expect([requests > 0, leaked.length]).toEqual([true, 0]);
      for (const one of [server, elsewhere.server]) {
        one.closeAllConnections();
        one.close();
      }
    });

    it('an outbound client accepts no address without TLS on another machine', () => {
      expect(problemsOf('https://example.org/v1')).toEqual([]);
      expect(problemsOf('http://127.0.0.1:9000')).toEqual([]);
      for (const url of ['http://example.org/v1', 'http://10.0.0.7:9000', 'ftp://example.org'])
        expect(problemsOf(url)).not.toEqual([]);
    });
  });
});
