import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import {
  createSignedInUser,
  type GatewayTestContext,
  type StaffMember,
  startGateway,
} from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;
let staff: StaffMember;

beforeAll(async () => {
  gateway = await startGateway();
  staff = await createSignedInUser(gateway, { username: 'integrator' });
});

afterAll(() => gateway.close());

describe('OpenAPI description', () => {
  it('the OpenAPI page and its files are served to signed-in staff only [security 3.9]', async () => {
    for (const path of ['/api/docs', '/api/docs/openapi.json', '/api/docs/swagger-ui.css', '/api/docs/start.js']) {
      expect([path, (await request(gateway.server).get(path)).status]).toEqual([path, 401]);
      expect([path, (await staff.agent.get(path)).status]).toEqual([path, 200]);
    }
    expect((await staff.agent.get('/api/docs/package.json')).status).toBe(404);
    expect((await staff.agent.get('/api/docs/..%2fpackage.json')).status).toBe(404);
  });

  it('the OpenAPI page follows the content security policy without inline scripts or external files', async () => {
    const { text } = await staff.agent.get('/api/docs');
    expect(text).not.toMatch(/<script>|<style|https?:\/\//);
  });

  it('the OpenAPI description merges the documents of services, names missing services and omits private paths', async () => {
    gateway.analytics.answer = (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      const paths = {
        '/api/metrics/{period}': { get: { responses: {} }, delete: { responses: {} } },
        '/internal/rebuild': { post: { responses: {} } },
      };
      response.end(
        JSON.stringify({
          openapi: '3.0.0',
          info: {},
          paths,
          components: { schemas: { MetricsResponse: {} } },
        }),
      );
    };
    await gateway.reports.close();
    const { body } = await staff.agent.get('/api/docs/openapi.json');
    const { paths, components, info } = body as OpenAPIObject;
    expect(Object.keys(paths['/api/metrics/{period}'] ?? {})).toEqual(['get']);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/auth/login', '/api/auth/user', '/api/health', '/api/events']),
    );
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect(components?.schemas).toMatchObject({ MetricsResponse: {}, LoginRequest: { type: 'object' } });
    expect(components?.schemas?.['LoginResponse']).toMatchObject({
      properties: { user: { $ref: '#/components/schemas/CurrentUser' } },
    });
    expect(info.description).toContain('did not respond: ingest, reports');
  });
});

// cspell:ignore fpackage
