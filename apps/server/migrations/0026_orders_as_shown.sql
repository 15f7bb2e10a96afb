-- {items: [{productName, price: {monthlyPrice, currencyIsoCode, isListPrice} or null}], effect} as the person confirmed it; null if
-- the program that submitted the order sent nothing, and for orders of 0.1.0.
alter table license_order_consent add column shown jsonb;
