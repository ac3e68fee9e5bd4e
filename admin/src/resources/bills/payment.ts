export const paymentStatuses = ['PENDING', 'FAILED', 'SUCCEEDED'] as const;

export const tones = { PENDING: 'pending', FAILED: 'error', SUCCEEDED: 'success' } as const;
