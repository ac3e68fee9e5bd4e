import type { Schemas } from '@openpmo/sdk';

/** A curve as the server answers it. */
export type Curve = Schemas['LoadCurve'];

export type PointQuality = Schemas['PointQuality'];
