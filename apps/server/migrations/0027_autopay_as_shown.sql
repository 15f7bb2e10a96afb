-- {cardId, settings, firstCharge} as the person confirmed it; null if the program that enrolled the company sent nothing, and for
-- enrollments of 0.1.0.
alter table autopay_enrolment add column shown jsonb;
