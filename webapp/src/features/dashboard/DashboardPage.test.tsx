import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Operation, OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { DashboardPage } from './DashboardPage';
import type { LoadCurve } from './viewpoint/viewpoint';

vi.mock('../../design/LoadCurve', () => ({ LoadCurve: () => <p>courbe dessinée</p> }));

const id = '0199b0aa-0000-7000-8000-000000000010';
const operation = (part: Partial<Operation>): Operation => ({
  id,
  name: 'Soleil du Val',
  externalId: 'ACC00000001',
  type: 'OPEN',
  dso: 'ENEDIS',
  country: 'FR',
  language: 'fr',
  siteIdentifier: 'prm',
  timezone: 'Europe/Paris',
  jdbToggle: false,
  features: ['metrics'],
  sitesNumber: 4,
  producersNumber: 1,
  consumersNumber: 3,
  functionalities: [],
  theme: { primary: '#001e62', secondary: '#F3B617' },
  useEnphaseData: false,
  anniversaryDate: '2020-01-01',
  ...part,
});

const energy = (kWh: number) => ({ energyMilliWh: kWh * 1_000_000 });
const days = { dateFrom: '2026-10-01', dateTo: '2026-10-31', missingDays: 0 };
const curve: LoadCurve = {
  unit: 'mWh',
  timezone: 'Europe/Paris',
  start: '2026-10-01T00:00:00+02:00',
  step: 'P1D',
  sourceStep: 'PT15M',
  series: [
    { nature: 'Conso', scope: 'Global', values: [700_000_000, 300_000_000], energyMilliWh: 1_000_000_000 },
    { nature: 'Prod', scope: 'Global', values: [500_000_000, null], energyMilliWh: 500_000_000 },
  ],
};
const answers: Answers = {
  'GET /operations/{operationId}/measurements/date-ranges': {
    body: {
      uploadedData: [{ from: '2026-08-01', to: '2026-10-31' }],
      nonDefinitiveDataRange: [{ from: '2026-10-21', to: '2026-10-31' }],
      timezone: 'Europe/Paris',
    },
  },
  'GET /operations/{operationId}/measurements/metrics': {
    body: {
      ...days,
      consumption: energy(1000),
      production: energy(500),
      autoConsumption: energy(400),
      surplus: energy(100),
      sharingRate: 0.8,
      previous: {
        ...days,
        consumption: energy(800),
        production: energy(500),
        autoConsumption: energy(300),
        compared: {
          periodDays: 31,
          consumption: { days: 27, energyMilliWh: 900, beforeMilliWh: 720 },
          production: { days: 31, energyMilliWh: 500, beforeMilliWh: 500 },
          sharingRate: { days: 27, rate: 0.8, beforeRate: 0.6 },
        },
      },
    },
  },
  'GET /measurements/load-curve/by-operation/{operationId}': { body: curve },
  'GET /operations/{operationId}/distribution': {
    body: {
      ...days,
      consumers: [
        { participantId: 'a', name: 'Mairie', sharedMilliWh: 300_000_000, percentage: 75 },
        { name: 'autres', others: 2, sharedMilliWh: 100_000_000, percentage: 25 },
      ],
      producers: [{ participantId: 'p', name: 'PV École', productionMilliWh: 500_000_000 }],
      flows: [],
      surplusMilliWh: 100_000_000,
    },
  },
  'GET /operations/{operationId}/measurements/heat-map': {
    body: {
      ...days,
      timezone: 'Europe/Paris',
      nature: 'Prod',
      maxMilliWh: 9_000_000,
      days: [{ date: '2026-10-01', values: Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 9_000_000 : null)) }],
    },
  },
  'GET /operations/{operationId}/measurements/hour-profile': {
    body: {
      ...days,
      timezone: 'Europe/Paris',
      nature: 'Prod',
      minutes: 60,
      days: 31,
      values: Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 8_000_000 : 0)),
    },
  },
  'GET /operations/{operationId}/measurements/health': {
    body: {
      ...days,
      healthySites: 2,
      sites: [
        {
          participantId: 'a',
          name: 'Mairie',
          dsoId: '30000000000001',
          problems: [
            {
              kind: 'MISSING',
              nature: 'Conso',
              days: 3,
              ranges: [{ from: '2026-10-04', to: '2026-10-06' }],
            },
          ],
        },
      ],
    },
  },
  'GET /config': {
    body: { version: '0', demo: false, logoutUrl: '/logout', weather: true, support: { email: 'aide@pmo.test' } },
  },
  'GET /operations/{operationId}/measurements/expected-production': {
    body: [
      {
        participantId: 'p',
        name: 'PV École',
        peakPower: 36,
        performanceRatio: 0.8,
        calibrationDays: 60,
        expectedMilliWh: 200_000_000,
        measuredMilliWh: 150_000_000,
        comparedDays: 1,
        ratio: 0.75,
        low: true,
        days: [{ day: '2026-10-01', expectedMilliWh: 200_000_000, measuredMilliWh: 150_000_000, ratio: 0.75 }],
      },
    ],
  },
  'GET /energy-allocation/config/last': {
    body: {
      id: 'k',
      operationId: id,
      version: 2,
      status: 'IN_FORCE',
      type: 'by_default',
      computedByOperator: true,
      params: [],
      effectiveDate: '2026-01-01',
      createdAt: '2026-01-01T00:00:00+01:00',
    },
  },
};

function open(
  part: Partial<Operation> = {},
  policy: string[] = ['upload:view', 'key:read', 'curve:export', 'participantDetails:view'],
  path = '/',
) {
  return renderPage(
    <OperationContext value={operation(part)}>
      <DashboardPage />
    </OperationContext>,
    { session: someSession({ policy }), path },
  );
}

// Whole pages on a busy machine take their time.
configure({ asyncUtilTimeout: 10_000 });

describe('DashboardPage', { timeout: 90_000 }, () => {
  it('shows tiles, curve and distribution, compared in words', async () => {
    serve(answers);
    const { container } = open({}, undefined, '/?cmp=prev');
    expect(await screen.findByText(/définitives jusqu’au 20 oct\. 2026 · provisoires jusqu’au 31 oct\./)).toBeVisible();
    expect(await screen.findByText(/^en hausse de 25 %/, { normalizer: plain })).toBeInTheDocument();
    expect(screen.getAllByText(/sur 27 jours/)).toHaveLength(2);
    expect(screen.getAllByText(/Évolutions par rapport à la période précédente/)).toHaveLength(1);
    expect(screen.getAllByText('trop peu de jours comparables avant')).not.toHaveLength(0);
    expect(screen.getByText('Taux de partage')).toBeInTheDocument();
    expect(screen.getByText(/^en hausse de 20 pt/, { normalizer: plain })).toBeInTheDocument();
    expect(screen.queryByText(/CO₂/)).toBeNull();
    expect(screen.queryByText('Production externe')).toBeNull();
    expect(await screen.findAllByText('courbe dessinée')).not.toHaveLength(0);
    expect(
      screen.getByText(/Consommation : 1 000 kWh\. Production : 500 kWh/, { normalizer: plain }),
    ).toBeInTheDocument();
    expect(await screen.findByText('Autres participants (2)')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Importer des courbes' })).toHaveAttribute(
      'href',
      `/pmo/operations/${id}/imports`,
    );
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says what the figures mean: peaks, the sharing key, the weather, and only the sites with a problem', async () => {
    serve(answers);
    open();
    const found = (text: RegExp) => screen.findAllByText(text, { normalizer: plain });
    expect(await found(/^Heure la plus forte : 9,00 kWh, le 1er oct\. 2026, 13 h – 14 h$/)).toHaveLength(1);
    expect(await found(/^Moyenne de 31 jours mesurés\. Heure la plus forte : 13 h – 14 h, 8,00 kWh/)).toHaveLength(1);
    expect(await found(/n’a atteint que 75 % de ce que la météo laissait attendre : 150 kWh mesurés/)).toHaveLength(1);
    expect(await found(/au prorata des consommations/)).not.toHaveLength(0);
    expect(await found(/^1 site a un problème\. 2 autres sont en ordre\.$/)).toHaveLength(1);
    const days = screen.getByRole('link', { name: /^4.6 oct\. 2026$/ });
    expect(days).toHaveAttribute('href', `/pmo/operations/${id}/sites/a?from=2026-10-04&to=2026-10-06`);
    expect(plain(days.closest('li')?.textContent ?? '')).toMatch(/^Mesures manquantes \(Consommation\) : 3 jours · 4/);
    expect(screen.getByRole('link', { name: 'Importer ou corriger des courbes' })).toBeInTheDocument();
  });

  it('compares with the year before, or with nothing, as the address has it', async () => {
    serve({
      ...answers,
      'GET /operations/{operationId}/measurements/date-ranges': {
        body: {
          uploadedData: [{ from: '2025-08-01', to: '2026-10-31' }],
          nonDefinitiveDataRange: [],
          timezone: 'Europe/Paris',
        },
      },
      'GET /operations/{operationId}/measurements/metrics': {
        body: {
          ...days,
          consumption: energy(1000),
          yearBefore: {
            ...days,
            consumption: energy(500),
            compared: { periodDays: 31, consumption: { days: 31, energyMilliWh: 1000, beforeMilliWh: 500 } },
          },
        },
      },
    });
    const { router } = open();
    const choose = async (button: string, entry: string) => {
      fireEvent.click(await screen.findByRole('button', { name: button }));
      fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
    };
    expect(await screen.findByText('Taux de partage')).toBeInTheDocument();
    expect(screen.queryByText(/^en hausse de/)).toBeNull();
    await choose('Comparer', 'L’an dernier');
    expect(await screen.findByText(/^en hausse de 100 %/, { normalizer: plain })).toBeInTheDocument();
    expect(screen.getByText(/^Évolutions par rapport à l’an dernier/)).toBeInTheDocument();
    expect(router.state.location.search).toBe('?cmp=yoy');
    await choose('Comparer', 'Sans comparaison');
    await waitFor(() => expect(screen.queryByText(/^en hausse de 100 %/, { normalizer: plain })).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  it('never calls the metrics for SIBELGA and has its tiles all the same', async () => {
    const totals = { ...days, consumption: energy(1000), production: energy(500), sharingRate: 0.64 };
    const asked = serve({
      ...answers,
      'GET /measurements/load-curve/by-operation/{operationId}': { body: { ...curve, totals } },
    });
    open({ dso: 'SIBELGA', features: ['billing'] });
    await waitFor(() => expect(screen.getAllByText(/1 000/, { normalizer: plain }).length).toBeGreaterThan(0));
    // The server divides: shared by produced of these curves would be another rate.
    expect(await screen.findByText('64,0', { exact: false })).toBeInTheDocument();
    expect(asked.filter((call) => call.includes('metrics'))).toEqual([]);
  });

  it('offers the import when there is no data, to those who may', async () => {
    const none = {
      'GET /operations/{operationId}/measurements/date-ranges': {
        body: { uploadedData: [], nonDefinitiveDataRange: [], timezone: 'Europe/Paris' },
      },
    };
    serve(none);
    const { unmount } = open();
    expect(await screen.findByText('Aucune donnée mesurée')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Importer des courbes' })).toBeInTheDocument();
    unmount();
    serve(none);
    open({}, []);
    expect(await screen.findByText('Aucune donnée mesurée')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Importer des courbes' })).toBeNull();
  });

  it('keeps a failure to its card', async () => {
    const failing = { status: 500 as const, body: { key: 'internal', requestId: 'r-1' } };
    serve({ ...answers, 'GET /operations/{operationId}/distribution': failing });
    open();
    expect(await screen.findAllByText('courbe dessinée')).not.toHaveLength(0);
    await waitFor(() => expect(screen.getAllByText('Code : internal · r-1')).toHaveLength(3));
    expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(3);
  });
});

/** Narrow and no-break spaces are spaces to a reader. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
